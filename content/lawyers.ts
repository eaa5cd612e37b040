export type Lawyer = {
  name: string;
  title: string;
  /** Two syllables drawn on the portrait panel until there is a photograph. */
  monogram: string;
  fields: readonly string[];
  introduction: string;
  career: readonly string[];
};

/**
 * Portraits of the three lawyers as one picture, tried in this order; if none loads the placeholder
 * panel stays.
 */
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
