import { z } from 'zod';
import { FIRM } from '#content/firm.ts';
import { LETTER_TITLES } from '#content/letters/letter-template.ts';
import { type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { getOrderRow } from '#server/features/orders/orders.moves.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import type { SealProblem } from '#shared/features/letters/schemas.ts';
import type { LetterBlock } from '#shared/rules/letters/blocks.ts';
import { SIGNER_LABELS } from '#shared/rules/letters/letter-labels.ts';
import { announceLetter } from '../letter-access.ts';
import { sha256Of } from '../letter-html.ts';
import type { FailedLetter, LetterWork, SealingDeps } from '../letter-writer.ts';
import { addLetterEvent, type CaseLetter, type DocumentRow, getLetterById, readLetter } from '../letters.queries.ts';
import { evidenceOf, evidenceSheet, koreanMoment, listEvents } from './letter-evidence.ts';

const SYSTEM = { actor: { id: null, user_id: 'system' }, address: 'system' } as const;

const blocks = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['title', 'heading', 'paragraph', 'note']), text: z.string() }),
    z.object({ kind: z.literal('list'), items: z.array(z.string()) }),
    z.object({ kind: z.literal('table'), rows: z.array(z.tuple([z.string(), z.string()])) }),
  ]),
);

/** The parts of a document as they were signed. @throws DecryptionError */
function blocksOf({ dataKeys }: SealingDeps, { id, content_sealed }: DocumentRow): LetterBlock[] {
  if (content_sealed === null) throw new Error(`document ${id} is fixed`);
  return blocks.parse(JSON.parse(dataKeys.decryptText(content_sealed, `letter_documents.content_sealed:${id}`)));
}

type Evidence = ReturnType<typeof evidenceOf>;

class SealFailed extends Error {
  readonly problem: SealProblem;

  constructor({ problem, reason }: FailedLetter) {
    super(reason);
    this.problem = problem;
  }
}

function workOf(deps: SealingDeps, { row, letter, sheet }: CaseLetter, evidence: Evidence): LetterWork {
  const documents = [letter, sheet].filter((one): one is DocumentRow => one !== undefined);
  return {
    title: LETTER_TITLES.letter,
    firm: FIRM.name,
    at: row.completed_at?.getTime() ?? 0,
    documents: documents.map((document) => ({
      blocks: blocksOf(deps, document),
      signatures: evidence.signatures
        .filter(({ document: id }) => id === document.id)
        .map(({ role, name, signed_at }) => [
          SIGNER_LABELS[role],
          `${role === 'firm' ? `${FIRM.name} 변호사 ` : ''}${name} (전자서명 ${koreanMoment(signed_at)})`,
        ]),
    })),
    evidence: evidenceSheet(evidence),
    marks: evidence.signatures.flatMap(({ name, mark }) => (mark === null ? [] : [{ name, path: mark }])),
    key: deps.key,
  };
}

/** Writes the file of a letter whose row is locked, with the evidence beside it. */
async function sealLetter(trx: Trx, deps: SealingDeps, letterId: number): Promise<void> {
  const found = await readLetter(trx, await getLetterById(trx, letterId));
  const order = await getOrderRow(trx, found.row.order_id);
  const { order_number: orderNumber, id: orderId } = order;
  const evidence = evidenceOf(deps, found, { orderNumber, events: await listEvents(trx, letterId) });
  const written = await deps.writer.run(workOf(deps, found, evidence));
  if ('problem' in written) throw new SealFailed(written);
  const { pdf, seal } = written;
  const now = deps.clock.now();
  const cipher = await deps.dataKeys.forWriting();
  const pdf_sha256 = sha256Of(pdf);
  const json = JSON.stringify({ ...evidence, seal, pdf_sha256 });
  await trx
    .updateTable('letters')
    .set({
      state: 'sealed',
      seal,
      seal_problem: null,
      sealed_at: now,
      pdf_sealed: cipher.encrypt(Buffer.from(pdf), `letters.pdf_sealed:${letterId}`),
      evidence_sealed: cipher.encryptText(json, `letters.evidence_sealed:${letterId}`),
    })
    .where('letters.id', '=', letterId)
    .execute();
  await addLetterEvent(trx, { letterId, kind: 'sealed', role: 'system', user_id: null, at: now });
  const after = { letter_id: found.letter.id, seal, sha256: pdf_sha256, evidence_sha256: sha256Of(json) };
  const act = { action: 'order.seal_letter', subjectType: 'order', subjectId: orderId } as const;
  await recordAudit(trx, { ...SYSTEM, ...act, after });
  await announceLetter(trx, deps, { order, isOfSheet: true });
}

/** The next letter that all have signed, under its lock; other processes seal others. */
async function lockNext(trx: Trx, failed: readonly number[]): Promise<number | undefined> {
  const next = await trx
    .selectFrom('letters')
    .select('letters.id')
    .where('letters.completed_at', 'is not', null)
    .where('letters.sealed_at', 'is', null)
    .$if(failed.length > 0, (query) => query.where('letters.id', 'not in', failed))
    .orderBy('letters.completed_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return next?.id;
}

/**
 * Writes and seals each letter that all have signed, once. A letter that fails is left for the next
 * run, and does not hold up the others.
 * @throws Error when a letter failed
 */
export async function sealLetters(deps: SealingDeps, { signal }: Stoppable = {}): Promise<void> {
  const failed: number[] = [];
  for (;;) {
    if (signal?.aborted) return;
    let letterId: number | undefined;
    try {
      await transaction(deps.db, async (trx) => {
        letterId = await lockNext(trx, failed);
        if (letterId !== undefined) await sealLetter(trx, deps, letterId);
      });
      if (letterId === undefined) break;
    } catch (error) {
      if (letterId === undefined) throw error;
      deps.log.error({ err: error, letter: letterId }, 'letter not sealed');
      failed.push(letterId);
      await deps.db
        .updateTable('letters')
        .set((eb) => ({
          seal_failures: eb('letters.seal_failures', '+', 1),
          seal_problem: error instanceof SealFailed ? error.problem : 'other',
        }))
        .where('letters.id', '=', letterId)
        .execute();
    }
  }
  if (failed.length > 0) throw new Error(`letters not sealed: ${failed.length}`);
}
