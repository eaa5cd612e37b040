import { LETTER_TEMPLATE } from '#content/letters/letter-template.ts';
import { type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import { expectUnchanged } from '#server/lib/expect-seen.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import type { AdminLetter, ValidLetterBody, ValidUpdateLetterBody } from '#shared/features/letters/schemas.ts';
import { isOpen, mayReplace } from '#shared/rules/letters/letter-state.ts';
import { announceDraft, announceLetter } from './letter-access.ts';
import { answerForAdmin, getParties } from './letter-data.ts';
import type { LetterDeps } from './letter-deps.ts';
import { readDraft } from './letters.present.ts';
import { addLetterEvent, changeLetter, findLetter, getLetter } from './letters.queries.ts';

const WITH_DRAFT = { withDraft: true };

function columnsOf({ scope, fee, terms }: ValidLetterBody, id: number, seal: Seal) {
  return {
    template: LETTER_TEMPLATE,
    scope_sealed: seal(scope, `letters.scope_sealed:${id}`),
    terms_sealed: seal(terms ?? '', `letters.terms_sealed:${id}`),
    fee,
  };
}

async function insertDraft(trx: Trx, orderId: number, body: ValidLetterBody, seal: Seal): Promise<void> {
  const id = await nextId(trx, 'letters');
  await trx
    .insertInto('letters')
    .values({ id, order_id: orderId, ...columnsOf(body, id, seal) })
    .execute();
  await trx.insertInto('letter_documents').values({ letter_id: id, kind: 'letter' }).execute();
}

/**
 * Begins a draft; a letter that waits for signatures is replaced by it.
 * @throws AppError ORDER_NOT_FOUND, ORDER_NOT_PAID; CONFLICT for an order without a soldier; LETTER_STATE when there
 *   is a draft, or a letter that both sides have signed waits for the payer
 */
export async function createLetter(
  deps: LetterDeps,
  admin: ActingAdmin,
  orderId: number,
  body: ValidLetterBody,
): Promise<AdminLetter> {
  const { db, dataKeys, clock } = deps;
  const seal = await dataKeys.forSealing();
  const now = clock.now();
  return transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order.status !== 'confirmed') throw new AppError('ORDER_NOT_PAID');
    await getParties({ db: trx }, orderId);
    const last = await findLetter(trx, orderId, WITH_DRAFT);
    if (last && !mayReplace(last.row.state)) throw new AppError('LETTER_STATE');
    if (last && isOpen(last.row.state)) {
      await changeLetter(trx, last.row.id, { state: 'replaced' });
      const replaced = { kind: 'replaced', role: 'firm', user_id: admin.actor.id, at: now } as const;
      await addLetterEvent(trx, { letterId: last.row.id, ...replaced });
    }
    await insertDraft(trx, orderId, body, seal);
    const found = await getLetter(trx, orderId, WITH_DRAFT);
    const after = { letter_id: found.letter.id, fee: body.fee, ...(last && { replaced: last.letter.id }) };
    const act = { action: 'order.draft_letter', subjectType: 'order', subjectId: orderId } as const;
    await recordAudit(trx, { ...admin, ...act, after });
    if (last && isOpen(last.row.state)) await announceLetter(trx, deps, { order, isOfSheet: true });
    else await announceDraft(trx, deps, order);
    return answerForAdmin({ db: trx, dataKeys, now }, found);
  });
}

/**
 * @throws AppError ORDER_NOT_FOUND, LETTER_NOT_FOUND; LETTER_STATE unless it is a draft; VERSION_CONFLICT unless it is
 *   as seen
 */
export async function updateLetter(
  deps: LetterDeps,
  admin: ActingAdmin,
  orderId: number,
  { seen, ...body }: ValidUpdateLetterBody,
): Promise<AdminLetter> {
  const { db, dataKeys, clock } = deps;
  const seal = await dataKeys.forSealing();
  return transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const { row, letter } = await getLetter(trx, orderId, WITH_DRAFT);
    if (row.state !== 'draft') throw new AppError('LETTER_STATE');
    expectUnchanged(seen, readDraft({ dataKeys }, row));
    await changeLetter(trx, row.id, columnsOf(body, row.id, seal));
    const act = { action: 'order.update_letter', subjectType: 'order', subjectId: orderId } as const;
    const values = { before: { letter_id: letter.id, fee: row.fee }, after: { letter_id: letter.id, fee: body.fee } };
    await recordAudit(trx, { ...admin, ...act, ...values });
    await announceDraft(trx, deps, order);
    return answerForAdmin({ db: trx, dataKeys, now: clock.now() }, await getLetter(trx, orderId, WITH_DRAFT));
  });
}
