import { LETTER_TITLES } from '#content/letters/letter-template.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { HOUR_MS } from '#server/lib/time.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { LetterBlock } from '#shared/rules/letters/blocks.ts';
import { SIGNER_LABELS } from '#shared/rules/letters/letter-labels.ts';
import type { LetterReading } from '../letter-deps.ts';
import type { CaseLetter, DocumentRow, SignatureRow } from '../letters.queries.ts';
import { readEvidence } from '../signing-evidence.ts';

/** As `2026-11-27 09:00:00`, in Korea. */
export function koreanMoment(at: string): string {
  return new Date(Date.parse(at) + 9 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ');
}

const EVENT_LABELS = {
  offered: '보냄',
  read: '열어 봄',
  signed: '서명',
  declined: '거절',
  withdrawn: '철회',
  replaced: '새 문서로 바뀜',
  sole_custody: '한 분만 친권자라고 확인',
  shared_custody: '한 분만 친권자라는 확인 취소',
  sealed: '봉인',
} as const;

export type LetterEvent = { kind: keyof typeof EVENT_LABELS; role: SignatureRow['role'] | 'system'; at: Date };

export function listEvents(db: DbOrTrx, letterId: number): Promise<LetterEvent[]> {
  return db
    .selectFrom('letter_events')
    .select(['letter_events.kind', 'letter_events.role', 'letter_events.at'])
    .where('letter_events.letter_id', '=', letterId)
    .orderBy('letter_events.id')
    .execute();
}

type Texts = Pick<LetterReading, 'dataKeys'>;

/** All that proves the signatures of a letter, for the JSON beside the file. */
export function evidenceOf(
  { dataKeys }: Texts,
  { row, letter, sheet, signatures }: CaseLetter,
  { orderNumber, events }: { orderNumber: string; events: readonly LetterEvent[] },
) {
  const documents = [letter, sheet].filter((one): one is DocumentRow => one !== undefined);
  return {
    format: 'letter-evidence-1',
    order_number: orderNumber,
    template: row.template,
    documents: documents.map(({ id, kind, sha256 }) => ({ id, kind, sha256 })),
    signatures: signatures.map((signature) => ({
      document: signature.document_id,
      role: signature.role,
      account: signature.user_id,
      signed_at: wireTime(signature.signed_at),
      ...readEvidence(dataKeys, signature),
    })),
    events: events.map(({ kind, role, at }) => ({ kind, role, at: wireTime(at) })),
  };
}
type Evidence = ReturnType<typeof evidenceOf>;

function signatureRows(signature: Evidence['signatures'][number]): [string, string][] {
  const { identity } = signature;
  return [
    ['서명한 사람', `${signature.name} (${SIGNER_LABELS[signature.role]})`],
    ['서명한 시각', koreanMoment(signature.signed_at)],
    ['동의한 문장', signature.consent],
    ['문서의 SHA-256', signature.document_sha256],
    ['본인 확인', identity ? `${identity.method}, ${koreanMoment(identity.at)}` : '관리자 로그인'],
    ['접속 주소', signature.address],
    // Any bytes may come in the header; the font has no glyph for each. The JSON has them as they came.
    ['브라우저', signature.browser.replaceAll(/[^\x20-\x7e]/g, '?')],
  ];
}

/** The sheet at the end of the file. */
export function evidenceSheet({ order_number, template, documents, signatures, events }: Evidence): LetterBlock[] {
  return [
    { kind: 'title', text: '서명 확인서' },
    {
      kind: 'table',
      rows: [
        ['주문번호', order_number],
        ['양식', template],
        ...documents.map(({ kind, sha256 }): [string, string] => [LETTER_TITLES[kind], `SHA-256 ${sha256}`]),
      ],
    },
    ...signatures.flatMap((signature): LetterBlock[] => [
      { kind: 'heading', text: `${SIGNER_LABELS[signature.role]} ${signature.name}` },
      { kind: 'table', rows: signatureRows(signature) },
    ]),
    { kind: 'heading', text: '경과' },
    {
      kind: 'table',
      rows: events.map(({ kind, role, at }): [string, string] => [
        koreanMoment(at),
        `${role === 'system' ? '시스템' : SIGNER_LABELS[role]} · ${EVENT_LABELS[kind]}`,
      ]),
    },
  ];
}
