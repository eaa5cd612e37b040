import { LETTER_TEMPLATE, letterBlocks, payerSheetBlocks } from '#content/letters/letter-template.ts';
import { type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { queueNotice } from '#server/features/notices/queue-notice.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { getCaseAccess } from '#server/features/participants/participants.access.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import { DAY_MS } from '#server/lib/time.ts';
import type { AdminLetter } from '#shared/features/letters/schemas.ts';
import type { LetterBlock, LetterData } from '#shared/rules/letters/blocks.ts';
import { mayWithdraw, OFFER_DAYS } from '#shared/rules/letters/letter-state.ts';
import { announceDraft, announceLetter } from './letter-access.ts';
import { answerForAdmin, getParties, readLetterData } from './letter-data.ts';
import type { LetterDeps } from './letter-deps.ts';
import { letterHtml, sha256Of } from './letter-html.ts';
import { addLetterEvent, changeLetter, factsOf, getLetter } from './letters.queries.ts';
import { type NamedText, requireGlyphs } from './require-glyphs.ts';

const WITH_DRAFT = { withDraft: true };

function fixedColumns(id: number, blocks: readonly LetterBlock[], seal: Seal) {
  const html = letterHtml(blocks);
  return {
    content_sealed: seal(JSON.stringify(blocks), `letter_documents.content_sealed:${id}`),
    html_sealed: seal(html, `letter_documents.html_sealed:${id}`),
    sha256: sha256Of(html),
  };
}

async function insertSheet(trx: Trx, letterId: number, blocks: readonly LetterBlock[], seal: Seal): Promise<void> {
  const id = await nextId(trx, 'letter_documents');
  await trx
    .insertInto('letter_documents')
    .values({ id, letter_id: letterId, kind: 'payer_sheet', ...fixedColumns(id, blocks, seal) })
    .execute();
}

/** The texts of a document that people have written. */
function textsOf(data: LetterData): NamedText[] {
  return [
    { path: 'scope', label: '맡기는 일', text: data.scope },
    { path: 'terms', label: '특약', text: data.terms },
    { path: 'client', label: '의뢰인 이름', text: data.client },
    { path: 'payer', label: '비용을 내는 사람의 이름', text: data.payer },
    { path: 'lawyer', label: '담당변호사 이름', text: data.lawyer ?? '' },
    { path: 'service', label: '서비스와 플랜 이름', text: `${data.serviceTitle} ${data.plan}` },
  ];
}

/** Tells the client who has joined, and the payer, that there is a letter or sheet to sign. */
async function tellSigners(trx: Trx, order: { id: number; user_id: number }, letterId: number, now: Date) {
  const { buyerId, clientId } = await getCaseAccess(trx, order.user_id, order.id, now);
  for (const userId of new Set([buyerId, clientId ?? buyerId])) {
    const eventKey = `letter_ready:${letterId}:${userId}`;
    await queueNotice(trx, { kind: 'letter_ready', orderId: order.id, userId, eventKey });
  }
}

/**
 * Fixes a draft with the order's data and shows it to those who sign, for 14 days.
 * @throws AppError ORDER_NOT_FOUND, LETTER_NOT_FOUND; LETTER_STATE unless it is a draft; CONFLICT for an order without
 *   a soldier; LETTER_CHARACTERS
 */
export async function offerLetter(deps: LetterDeps, admin: ActingAdmin, orderId: number): Promise<AdminLetter> {
  const { db, dataKeys, clock, glyphs } = deps;
  const seal = await dataKeys.forSealing();
  const now = clock.now();
  return transaction(db, async (trx) => {
    const reading = { db: trx, dataKeys, now };
    const order = await lockOrder(trx, orderId);
    const found = await getLetter(trx, orderId, WITH_DRAFT);
    const { row, letter } = found;
    if (row.state !== 'draft') throw new AppError('LETTER_STATE');
    const data = await readLetterData(reading, found);
    await requireGlyphs(glyphs, textsOf(data));
    const fixed = fixedColumns(letter.id, letterBlocks(data), seal);
    await trx.updateTable('letter_documents').set(fixed).where('letter_documents.id', '=', letter.id).execute();
    const { isClientPayer } = await getParties({ db: trx }, orderId);
    if (!isClientPayer) await insertSheet(trx, row.id, payerSheetBlocks(data), seal);
    const expiresAt = new Date(now.getTime() + OFFER_DAYS * DAY_MS);
    const offered = { state: 'offered', offered_at: now, expires_at: expiresAt, template: LETTER_TEMPLATE } as const;
    await changeLetter(trx, row.id, offered);
    await addLetterEvent(trx, { letterId: row.id, kind: 'offered', role: 'firm', user_id: admin.actor.id, at: now });
    const act = { action: 'order.offer_letter', subjectType: 'order', subjectId: orderId } as const;
    await recordAudit(trx, { ...admin, ...act, after: { letter_id: letter.id, sha256: fixed.sha256 } });
    await tellSigners(trx, order, row.id, now);
    await announceLetter(trx, deps, { order, isOfSheet: true });
    return answerForAdmin(reading, await getLetter(trx, orderId, WITH_DRAFT));
  });
}

/** @throws AppError ORDER_NOT_FOUND, LETTER_NOT_FOUND; LETTER_STATE for one that has ended or that all have signed */
export async function withdrawLetter(deps: LetterDeps, admin: ActingAdmin, orderId: number): Promise<AdminLetter> {
  const { db, dataKeys, clock } = deps;
  const now = clock.now();
  return transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const found = await getLetter(trx, orderId, WITH_DRAFT);
    const { row, letter } = found;
    if (!mayWithdraw(factsOf(found))) throw new AppError('LETTER_STATE');
    await changeLetter(trx, row.id, { state: 'withdrawn' });
    await addLetterEvent(trx, { letterId: row.id, kind: 'withdrawn', role: 'firm', user_id: admin.actor.id, at: now });
    const act = { action: 'order.withdraw_letter', subjectType: 'order', subjectId: orderId } as const;
    await recordAudit(trx, { ...admin, ...act, before: { letter_id: letter.id, state: row.state } });
    if (row.offered_at === null) await announceDraft(trx, deps, order);
    else await announceLetter(trx, deps, { order, isOfSheet: true });
    return answerForAdmin({ db: trx, dataKeys, now }, await getLetter(trx, orderId, WITH_DRAFT));
  });
}
