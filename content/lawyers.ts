export type Lawyer = {
  name: string;
  title: string;
  /** Two syllables drawn on the portrait panel while there is no photograph. */
  monogram: string;
  fields: readonly string[];
  introduction: string;
  career: readonly string[];
};

export type CentreMember = { name: string; title: string; role: string };

/** Portraits of the three lawyers as one picture, tried in this order; when none loads the placeholder panel stays. */
export const LAWYER_PICTURES: readonly string[] = [
  '/images/lawyers.svg',
  '/images/lawyers.webp',
  '/images/lawyers.jpg',
];

export const LAWYERS: readonly Lawyer[] = [
  {
    name: '홍길동',
    title: '대표변호사',
    monogram: '길동',
    fields: ['징계·항고', '군 형사사건'],
    introduction: '징계 절차의 첫 진술부터 항고와 행정소송까지, 절차의 순서에 맞추어 사건을 정리합니다.',
    career: ['법무법인 본보기 대표변호사', '군 징계·항고 사건 담당', '본보기지방변호사회 회원'],
  },
  {
    name: '성춘향',
    title: '변호사',
    monogram: '춘향',
    fields: ['현역복무부적합심사', '질병·부상'],
    introduction: '의무기록과 생활기록을 함께 검토하여 심사위원이 읽는 서류를 만듭니다.',
    career: ['법무법인 본보기 변호사', '현역복무부적합심사·병가 사건 담당', '본보기의료법연구회 회원'],
  },
  {
    name: '이몽룡',
    title: '변호사',
    monogram: '몽룡',
    fields: ['괴롭힘·폭행 피해', '민사 소송'],
    introduction: '피해자의 분리와 보호를 먼저 요청하고, 이후의 신고와 배상 청구를 이어서 진행합니다.',
    career: ['법무법인 본보기 변호사', '병영 내 인권침해 사건 담당', '본보기인권위원회 위원'],
  },
];

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
