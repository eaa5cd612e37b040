import type { CaseLetter, Letter } from '#shared/features/letters/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import type { SignerRole } from '#shared/rules/letters/letter-state.ts';
import type { BadgeKind } from '#web/ui/badge.tsx';

export const DOCUMENT_TITLES: Record<CaseLetter['document'], string> = {
  letter: '수임계약서',
  payer_sheet: '비용 부담 확인서',
};

type State = CaseLetter['state'];

export const LETTER_BADGES: Record<State, { label: string; kind: BadgeKind }> = {
  draft: { label: '초안', kind: 'quiet' },
  offered: { label: '서명 기다림', kind: 'info' },
  signed_by_client: { label: '의뢰인 서명함', kind: 'olive' },
  signed_by_payer: { label: '서명함', kind: 'olive' },
  signed_by_firm: { label: '법무법인 서명함', kind: 'olive' },
  sealed: { label: '서명 끝남', kind: 'success' },
  declined: { label: '거절됨', kind: 'danger' },
  expired: { label: '기간 지남', kind: 'danger' },
  withdrawn: { label: '철회됨', kind: 'quiet' },
  replaced: { label: '새 문서로 바뀜', kind: 'quiet' },
};

/** Says how a letter ended that waits for no signature. */
const ENDINGS: Partial<Record<State, string>> = {
  sealed: '모두 서명했습니다.',
  declined: '서명을 거절한 문서입니다. 담당자가 확인하고 연락드립니다.',
  expired: '서명할 수 있는 기간이 지났습니다. 담당자가 새 문서를 보내드립니다.',
  withdrawn: '법무법인이 거둔 문서입니다. 서명하지 않으셔도 됩니다.',
  replaced: '새 문서를 준비하고 있습니다. 이 문서에는 서명하지 않으셔도 됩니다.',
};

const TURNS: Record<SignerRole, string> = {
  client: '의뢰인의 서명을 기다리고 있습니다.',
  guardian: '법정대리인의 서명을 기다리고 있습니다.',
  payer: '비용을 내는 분의 서명을 기다리고 있습니다.',
  firm: '법무법인의 서명을 기다리고 있습니다.',
};

/** Says whose turn it is, or what has become of the document. */
export function turnSentence({ document, state, is_my_turn, waits_for, expires_at }: CaseLetter): string {
  const ending = ENDINGS[state];
  if (ending) return ending;
  if (is_my_turn) {
    const until = state === 'offered' && expires_at ? `${formatDateTime(expires_at)}까지 ` : '';
    return `${until}읽고 서명해주세요.`;
  }
  if (document === 'payer_sheet') return '서명하셨습니다. 모두 서명하면 문서가 완성됩니다.';
  const [next] = waits_for;
  return next === undefined ? '모두 서명했습니다. 문서를 만들고 있습니다.' : TURNS[next];
}

export const SEAL_SENTENCES: Record<NonNullable<Letter['seal']>, string> = {
  none: '봉인 없음: 이 법무법인은 문서 봉인을 쓰지 않습니다. 서명 기록과 확인값(SHA-256)으로 문서가 그대로인지 확인하실 수 있습니다.',
  pades: '봉인됨: 한 글자라도 바뀌면 PDF 프로그램이 알려주는 전자봉인이 있습니다.',
  pades_timestamped: '봉인됨: 한 글자라도 바뀌면 PDF 프로그램이 알려주는 전자봉인과, 봉인한 시각의 증명이 있습니다.',
};
