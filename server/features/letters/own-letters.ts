import { wireTime } from '#server/lib/wire-time.ts';
import type { ReadOwnData } from '#server/registry/feature.ts';
import { readEvidence } from './signing-evidence.ts';

/** Returns what a person has signed in cases, with what is kept of the signature. */
export const ownLetters: ReadOwnData = ({ database: { db }, dataKeys }, { id: userId }) => ({
  async readFacts() {
    const rows = await db
      .selectFrom('letter_signatures')
      .innerJoin('letter_documents', 'letter_documents.id', 'letter_signatures.document_id')
      .innerJoin('letters', 'letters.id', 'letter_documents.letter_id')
      .innerJoin('orders', 'orders.id', 'letters.order_id')
      .select(['letter_signatures.id', 'letter_signatures.evidence_sealed', 'letter_signatures.signed_at'])
      .select(['letter_signatures.role', 'letter_documents.id as document_id', 'letter_documents.html_sealed'])
      .select(['letter_documents.kind', 'orders.order_number'])
      .where('letter_signatures.user_id', '=', userId)
      .where('letter_signatures.role', '<>', 'firm')
      .orderBy('letter_signatures.id')
      .execute();
    const signatures = rows.map((row) => {
      const { name, consent, address, browser } = readEvidence(dataKeys, row);
      return {
        order_number: row.order_number,
        document: row.kind,
        role: row.role,
        html: dataKeys.readText(row.html_sealed, `letter_documents.html_sealed:${row.document_id}`),
        name,
        consent,
        address,
        browser,
        signed_at: wireTime(row.signed_at),
      };
    });
    return { signatures };
  },
});
