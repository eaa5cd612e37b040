export type CentreMember = { name: string; title: string; role: string };

export const EXPERT_MEMBER: CentreMember = {
  name: '김견본',
  title: '전문위원',
  role: '복무 규정과 인사 행정 절차를 검토합니다.',
};

export const ADVISORY_MEMBERS: readonly CentreMember[] = [
  { name: '이견본', title: '자문위원', role: '정신건강의학 분야 의무기록 자문' },
  { name: '박견본', title: '자문위원', role: '정형외과 분야 의무기록 자문' },
  { name: '최견본', title: '자문위원', role: '병역판정 및 입영 행정 자문' },
  { name: '정견본', title: '자문위원', role: '심리 상담 및 피해자 지원 자문' },
];

export const STAFF: readonly CentreMember[] = [
  { name: '강견본', title: '사무국장', role: '사건 접수와 일정 관리' },
  { name: '조견본', title: '송무 담당', role: '서류 제출과 기록 관리' },
  { name: '윤견본', title: '상담 담당', role: '신청 안내와 고객 지원' },
];
