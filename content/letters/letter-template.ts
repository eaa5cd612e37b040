import { formatDay } from '#shared/format/dates.ts';
import type { LetterBlock, LetterData } from '#shared/rules/letters/blocks.ts';
import { FIRM } from '../firm.ts';

/** Of the texts of this file; a letter keeps the version that it was made with. */
export const LETTER_TEMPLATE = '2026-11-27';

/** Sentences that the signers agree to; each is stored with the signature. */
export const LETTER_CONSENT =
  '위 수임계약서를 모두 읽고 이해했으며, 전자문서로 계약하고 본인인증과 이름 입력으로 한 전자서명이 서명날인과 같은 효력을 갖는 데 동의합니다.';
export const GUARDIAN_CONSENT =
  '저는 의뢰인의 법정대리인으로서 위 수임계약서를 모두 읽고 의뢰인의 계약에 동의하며, 전자서명이 서명날인과 같은 효력을 갖는 데 동의합니다.';
export const PAYER_CONSENT =
  '위 비용 부담 확인서를 모두 읽고 이해했으며, 본인인증과 이름 입력으로 한 전자서명이 서명날인과 같은 효력을 갖는 데 동의합니다.';

const SAMPLE = '이 문서는 예시입니다. 실제로 쓰기 전에 담당 변호사가 내용을 확인하고 고쳐야 합니다.';

/** As contracts write an amount: `350,000원`. */
function formatWon(won: number): string {
  return `${won.toLocaleString('ko-KR')}원`;
}

function lines(text: string): LetterBlock[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ kind: 'paragraph', text: line }));
}

/** The letter (수임계약서). SAMPLE: the firm's lawyers check every sentence. */
export function letterBlocks(data: LetterData): LetterBlock[] {
  return [
    { kind: 'title', text: '수임계약서 (예시)' },
    { kind: 'note', text: SAMPLE },
    {
      kind: 'table',
      rows: [
        ['의뢰인', data.client],
        ['수임인', `${FIRM.name} (대표변호사 ${FIRM.representatives.join(', ')})`],
        ['담당변호사', data.lawyer ?? '수임인이 정하여 지체 없이 서면으로 알립니다.'],
        ['사건', `${data.serviceTitle} · ${data.plan}`],
        ['주문번호', data.orderNumber],
        ['보수', `${formatWon(data.fee)} (부가가치세 포함)`],
        ['작성일', formatDay(data.day)],
      ],
    },
    { kind: 'heading', text: '제1조 (맡기는 일)' },
    ...lines(data.scope),
    { kind: 'heading', text: '제2조 (당사자와 비용을 내는 사람)' },
    {
      kind: 'paragraph',
      text: '이 계약의 의뢰인은 위에 적은 의뢰인 한 사람입니다. 다른 사람이 비용을 내더라도 그 사람은 의뢰인이 아니며, 수임인은 의뢰인의 뜻에 따라 일하고 의뢰인이 허락한 것만 그 사람에게 알립니다.',
    },
    { kind: 'heading', text: '제3조 (보수)' },
    {
      kind: 'list',
      items: [
        `보수는 ${formatWon(data.fee)}이며, 주문에서 결제한 금액으로 냅니다.`,
        '위 보수에는 성공보수가 없습니다. 실비가 필요하면 미리 알리고 동의를 받습니다.',
        '보수의 환불은 주문할 때 안내한 환불 규정에 따릅니다.',
      ],
    },
    { kind: 'heading', text: '제4조 (수임인의 의무)' },
    {
      kind: 'list',
      items: [
        '수임인은 변호사법과 변호사윤리규약에 따라 성실하게 일하고, 일의 진행을 의뢰인에게 알립니다.',
        '수임인은 직무로 알게 된 의뢰인의 비밀을 지킵니다.',
        '담당변호사가 정해지거나 바뀌면 지체 없이 서면으로 알립니다.',
      ],
    },
    { kind: 'heading', text: '제5조 (의뢰인의 협력)' },
    {
      kind: 'paragraph',
      text: '의뢰인은 사실을 있는 그대로 알리고 필요한 서류를 제때 냅니다. 군사비밀에 해당하는 내용은 적거나 보내지 않습니다.',
    },
    { kind: 'heading', text: '제6조 (계약의 끝)' },
    {
      kind: 'paragraph',
      text: '의뢰인과 수임인은 언제든지 이 계약을 해지할 수 있습니다. 다만 급한 사정이 있으면 수임인은 의뢰인이 스스로 처리할 수 있을 때까지 필요한 일을 계속합니다.',
    },
    { kind: 'heading', text: '제7조 (전자서명)' },
    {
      kind: 'paragraph',
      text: '당사자는 이 계약을 전자문서로 맺고, 로그인한 회원이 본인인증을 하고 이름을 입력하여 한 전자서명에 서명날인과 같은 효력을 주기로 합니다. 모두 서명한 문서는 사건 화면에서 내려받을 수 있습니다.',
    },
    ...(data.terms === ''
      ? []
      : [{ kind: 'heading', text: '제8조 (특약)' } satisfies LetterBlock, ...lines(data.terms)]),
  ];
}

/** The sheet of a payer who is not the client (비용 부담 확인서). SAMPLE: the firm's lawyers check every sentence. */
export function payerSheetBlocks(data: LetterData): LetterBlock[] {
  return [
    { kind: 'title', text: '비용 부담 확인서 (예시)' },
    { kind: 'note', text: SAMPLE },
    {
      kind: 'table',
      rows: [
        ['비용을 내는 사람', data.payer],
        ['의뢰인', data.client],
        ['수임인', FIRM.name],
        ['주문번호', data.orderNumber],
        ['금액', `${formatWon(data.fee)} (부가가치세 포함)`],
        ['작성일', formatDay(data.day)],
      ],
    },
    { kind: 'heading', text: '확인하는 내용' },
    {
      kind: 'list',
      items: [
        '저는 위 사건의 의뢰인이 아니며, 비용만 냅니다.',
        '저는 변호사가 의뢰인을 위해 하는 판단을 지시하거나 간섭하지 않습니다.',
        '저는 의뢰인이 허락한 내용만 알 수 있으며, 그 밖의 내용은 비용을 냈다는 이유로 요구하지 않습니다.',
        '환불은 주문할 때 안내한 환불 규정에 따라 비용을 낸 저에게 합니다.',
      ],
    },
  ];
}

/** The names of the documents. */
export const LETTER_TITLES = { letter: '수임계약서', payer_sheet: '비용 부담 확인서' } as const;
