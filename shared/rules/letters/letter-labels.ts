import type { LetterState, SignerRole } from './letter-state.ts';

export const LETTER_LABELS: Readonly<Record<LetterState, string>> = {
  draft: '초안',
  offered: '서명 기다림',
  signed_by_client: '의뢰인 서명함',
  signed_by_firm: '법인 서명함',
  sealed: '서명 끝남',
  declined: '거절됨',
  expired: '기간 지남',
  withdrawn: '철회됨',
  replaced: '새 문서로 바뀜',
};

export const SIGNER_LABELS: Readonly<Record<SignerRole, string>> = {
  client: '의뢰인',
  guardian: '법정대리인',
  payer: '비용을 내는 사람',
  firm: '법무법인',
};
