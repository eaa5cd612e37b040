import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { attachFiles } from '#server/features/attachments/attachments.lookup.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { queueNotice } from '#server/features/notices/queue-notice.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { type AnnounceDeps, announceWork } from '#server/features/participants/case-events.ts';
import { type CaseAccess, findAsked, getCaseAccess } from '#server/features/participants/participants.access.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import { expectUnchanged } from '#server/lib/expect-seen.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Paper, ValidCreatePaperBody, ValidUpdatePaperBody } from '#shared/features/casework/paper-schemas.ts';
import { bringsPaperOf, mayRead } from '#shared/rules/case-access/case-access.ts';
import { mayStaffSet, takesFiles } from '#shared/rules/work/paper-state.ts';
import { askOverride, isGateOpen } from './filing-gate.ts';
import { getPaper, getPaperRow, type PaperRow } from './papers.lookup.ts';

export type PaperDeps = AnnounceDeps & { db: Db; dataKeys: DataKeys };
type Target = { id: number; paperId: number };

const MAX_PAPERS = 50;

/** Returns the rule by which a person reads a paper that one of `askedOf` brings, now or before a change. */
const readersOf =
  (...askedOf: PaperRow['asked_of'][]) =>
  (access: CaseAccess): boolean =>
    askedOf.some((person) => mayRead(access, 'papers', { askedOf: person }));

/**
 * Gives uploaded files to a paper.
 * @throws AppError ORDER_NOT_FOUND; PAPER_NOT_FOUND, also for one that is asked of another person;
 *   CONFLICT for one that takes no files; VALIDATION_FAILED for files that are not the person's own
 */
export async function addPaperFiles(
  deps: PaperDeps,
  uploader: { id: number; isAdmin: boolean },
  { id: orderId, paperId }: Target,
  attachmentIds: readonly number[],
): Promise<Paper> {
  const { db, dataKeys, clock } = deps;
  return transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const access = await getCaseAccess(trx, uploader.id, orderId, clock.now());
    const paper = await getPaperRow(trx, orderId, paperId);
    if (paper.state === 'cancelled' || !bringsPaperOf(access, paper.asked_of)) throw new AppError('PAPER_NOT_FOUND');
    if (!takesFiles(paper.state)) throw new AppError('CONFLICT');
    await attachFiles(trx, attachmentIds, uploader, { paper_id: paperId });
    await trx
      .updateTable('order_papers')
      .set({ state: 'uploaded', reason_sealed: null })
      .where('order_papers.id', '=', paperId)
      .execute();
    await announceWork(trx, deps, { order, reads: readersOf(paper.asked_of) });
    return getPaper({ db: trx, dataKeys }, orderId, paperId);
  });
}

/** The audit log keeps no words about the case. */
function forAudit({ id, title, asked_of, due_on, state, is_filing }: PaperRow) {
  return { paper_id: id, title, asked_of, due_on, state, ...(is_filing && { is_filing }) };
}

async function countPapers(trx: Trx, orderId: number): Promise<number> {
  const { papers } = await trx
    .selectFrom('order_papers')
    .select((eb) => eb.fn.countAll<number>().as('papers'))
    .where('order_papers.order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return papers;
}

/**
 * Asks for a paper.
 * @throws AppError ORDER_NOT_FOUND; CONFLICT when the case has as many as it may have
 */
export async function createPaper(
  deps: PaperDeps,
  admin: ActingAdmin,
  orderId: number,
  { title, why, asked_of, due_on, filing = false, form = null }: ValidCreatePaperBody,
): Promise<Paper> {
  const { db, dataKeys, clock } = deps;
  const seal = await dataKeys.forSealing();
  return transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if ((await countPapers(trx, orderId)) >= MAX_PAPERS) throw new AppError('CONFLICT');
    const id = await nextId(trx, 'order_papers');
    const why_sealed = seal(why ?? '', `order_papers.why_sealed:${id}`);
    await trx
      .insertInto('order_papers')
      .values({ id, order_id: orderId, title, why_sealed, asked_of, due_on: due_on || null, is_filing: filing, form })
      .execute();
    const act = { action: 'order.ask_paper', subjectType: 'order', subjectId: orderId } as const;
    await recordAudit(trx, { ...admin, ...act, after: forAudit(await getPaperRow(trx, orderId, id)) });
    const userId = await findAsked(trx, order, asked_of, clock.now());
    if (userId !== undefined) {
      await queueNotice(trx, { kind: 'paper_requested', orderId, userId, eventKey: `paper_requested:${id}` });
    }
    await announceWork(trx, deps, { order, reads: readersOf(asked_of) });
    return getPaper({ db: trx, dataKeys }, orderId, id);
  });
}

/** Accepts a paper that two administrators have decided to file. Needs the order's lock. */
export async function acceptFiledPaper(
  trx: Trx,
  deps: AnnounceDeps,
  admin: ActingAdmin,
  { order, paperId }: { order: { id: number; user_id: number }; paperId: number },
): Promise<void> {
  const { id: orderId } = order;
  const before = await getPaperRow(trx, orderId, paperId);
  if (before.state === 'accepted') return;
  const accepted = { state: 'accepted', reason_sealed: null } as const;
  await trx.updateTable('order_papers').set(accepted).where('order_papers.id', '=', paperId).execute();
  const act = { action: 'order.update_paper', subjectType: 'order', subjectId: orderId } as const;
  const after = forAudit({ ...before, ...accepted });
  await recordAudit(trx, { ...admin, ...act, before: forAudit(before), after });
  await announceWork(trx, deps, { order, reads: readersOf(before.asked_of) });
}

/**
 * Changes, accepts, returns or cancels a paper.
 * @throws AppError ORDER_NOT_FOUND, PAPER_NOT_FOUND; CONFLICT for a state that it cannot get; LETTER_MISSING for one
 *   that is filed in the client's name, or no longer marked so, before the letter, as for a step
 */
export async function updatePaper(
  deps: PaperDeps,
  admin: ActingAdmin,
  { id: orderId, paperId }: Target,
  { title, why, asked_of, due_on, state, reason, filing, override, seen }: ValidUpdatePaperBody,
): Promise<Paper> {
  const { db, dataKeys, clock } = deps;
  const seal = await dataKeys.forSealing();
  const saved = await transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const before = await getPaperRow(trx, orderId, paperId);
    const { files, ...shown } = await getPaper({ db: trx, dataKeys }, orderId, paperId);
    expectUnchanged(seen, {
      title: shown.title,
      why: shown.why,
      asked_of: shown.asked_of,
      due_on: shown.due_on,
      filing: before.is_filing,
    });
    if (state !== undefined && !mayStaffSet(before.state, state, files.length > 0)) throw new AppError('CONFLICT');
    const isNewlyAccepted = state === 'accepted' && before.state !== 'accepted';
    const isFiled = isNewlyAccepted && (before.is_filing || filing === true);
    // The mark that the letter is needed is not taken away by one person either.
    const isUnmarked = before.is_filing && filing === false;
    const target = { paper_id: paperId };
    if ((isFiled || isUnmarked) && !(await isGateOpen(trx, orderId, target))) {
      const asked = isFiled && override && { orderId, target, reason: override.reason, seal, now: clock.now() };
      if (asked) await askOverride(trx, admin, asked);
      return undefined;
    }
    const columns = {
      ...(title !== undefined && { title }),
      ...(why !== undefined && { why_sealed: seal(why ?? '', `order_papers.why_sealed:${paperId}`) }),
      ...(asked_of !== undefined && { asked_of }),
      ...(due_on !== undefined && { due_on: due_on || null }),
      ...(filing !== undefined && { is_filing: filing }),
      ...(state !== undefined && { state, reason_sealed: seal(reason ?? '', `order_papers.reason_sealed:${paperId}`) }),
    };
    if (Object.keys(columns).length > 0) {
      await trx.updateTable('order_papers').set(columns).where('order_papers.id', '=', paperId).execute();
      const after = forAudit(await getPaperRow(trx, orderId, paperId));
      const act = { action: 'order.update_paper', subjectType: 'order', subjectId: orderId } as const;
      await recordAudit(trx, { ...admin, ...act, before: forAudit(before), after });
      await announceWork(trx, deps, { order, reads: readersOf(before.asked_of, asked_of ?? before.asked_of) });
    }
    if (state === 'returned' && before.state !== 'returned') {
      const userId = await findAsked(trx, order, asked_of ?? before.asked_of, clock.now());
      if (userId !== undefined) await queueNotice(trx, { kind: 'paper_returned', orderId, userId });
    }
    return getPaper({ db: trx, dataKeys }, orderId, paperId);
  });
  if (!saved) throw new AppError('LETTER_MISSING');
  return saved;
}
