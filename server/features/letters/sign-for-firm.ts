import { transaction } from '#server/db/transaction.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import type { AdminLetter } from '#shared/features/letters/schemas.ts';
import { maySign } from '#shared/rules/letters/letter-state.ts';
import { insertSignature, type Place } from './insert-signature.ts';
import { answerForAdmin } from './letter-data.ts';
import type { LetterDeps } from './letter-deps.ts';
import { consentOf } from './letters.present.ts';
import { factsOf, getLetter } from './letters.queries.ts';
import { requireGlyphs } from './require-glyphs.ts';

/** An administrator who signs, with a second factor of the last minutes. */
export type FirmSigner = Omit<Place, 'address'> & {
  admin: ActingAdmin;
  userId: number;
  name: string;
  sessionId: number;
};

/**
 * Signs for the firm.
 * @throws AppError ORDER_NOT_FOUND, LETTER_NOT_FOUND; LETTER_STATE before the client and a minor's
 *   guardians have signed; LETTER_CHARACTERS
 */
export async function signForFirm(
  deps: LetterDeps,
  { admin, userId, name, sessionId, port, browser }: FirmSigner,
  orderId: number,
): Promise<AdminLetter> {
  const { db, dataKeys, clock } = deps;
  await dataKeys.forWriting();
  await requireGlyphs(deps.glyphs, [{ path: 'name', label: '내 계정의 이름', text: name }]);
  return transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const now = clock.now();
    const found = await getLetter(trx, orderId, { withDraft: true });
    if (!maySign(factsOf(found), 'firm', now)) throw new AppError('LETTER_STATE');
    const { letter } = found;
    const evidence = {
      name,
      consent: consentOf('firm'),
      document_sha256: letter.sha256 ?? '',
      mark: null,
      identity: null,
      address: admin.address,
      port,
      browser,
      session: sessionId,
    };
    const by = { role: 'firm', userId, clientId: null, evidence, admin, now } as const;
    await insertSignature(trx, deps, { order, documentId: letter.id, ...by });
    return answerForAdmin({ db: trx, dataKeys, now }, await getLetter(trx, orderId, { withDraft: true }));
  });
}
