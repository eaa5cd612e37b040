import type { Participant } from '#shared/features/participants/schemas.ts';

export const ROLE_WORDS: Record<Participant['role'], string> = {
  client: '의뢰인',
  payer: '결제하신 분',
  guardian: '보호자',
};

export const STATE_WORDS: Record<Participant['state'], string> = {
  invited: '초대함',
  joined: '참여 중',
  left: '참여를 끝냄',
  removed: '참여가 끝남',
};
