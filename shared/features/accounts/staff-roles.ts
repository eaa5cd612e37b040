import type { Permission } from './permissions.ts';

/** The kinds of staff of a law firm, with the permissions that an invitation proposes for each. */
export const STAFF_ROLES = [
  { name: '접수', work: '전화와 상담을 받고 사건을 배정합니다.', permissions: ['orders', 'consultations'] },
  {
    name: '변호사',
    work: '사건을 맡고, 상담에 답하고, 환불을 정합니다.',
    permissions: ['orders', 'money', 'consultations'],
  },
  { name: '회계', work: '결제와 환불, 증빙을 다룹니다.', permissions: ['money'] },
  { name: '편집', work: '서비스와 약관, 이미지를 고칩니다.', permissions: ['catalogue'] },
  { name: '전산', work: '직원 계정을 관리하고 감사 기록을 봅니다.', permissions: ['people', 'audit'] },
] as const satisfies readonly { name: string; work: string; permissions: readonly Permission[] }[];
