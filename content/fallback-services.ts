import type { ServiceListItem } from '#shared/features/services/schemas.ts';

const COMMON = { requiresAuth: true, requiresSoldier: true } as const;

/**
 * Shown on the services list if the server has none (spec §3). Apart from the sample catalogue, so
 * that the page does not load twenty full descriptions.
 */
export const FALLBACK_SERVICES: readonly ServiceListItem[] = [
  {
    ...COMMON,
    id: 1,
    title: '군 복무 안심 패키지 I',
    tagline: '입대 전 한 번의 결제로 전역할 때까지',
    category: 'package',
    position: 1,
    card_description: '<p>복무 기간 동안 주요 서비스를 횟수 제한 없이 이용합니다.</p>',
    keywords: ['입대 준비', '보험', '아들 군대', '패키지', '전역까지'],
    price: {
      original_price: 1_250_000,
      plans: [{ name: '패키지 I', price: 1_000_000, description: '계약일부터 전역일까지 이용합니다.' }],
    },
  },
  {
    ...COMMON,
    id: 2,
    title: '군 복무 안심 패키지 II',
    tagline: '복무부적합심사와 형사 초기 대응까지',
    category: 'package',
    position: 2,
    card_description: '<p>패키지 I에 심사 동행과 조사 초기 대응을 더합니다.</p>',
    keywords: ['입대 준비', '보험', '아들 군대', '패키지', '전역까지'],
    price: {
      original_price: 2_050_000,
      plans: [{ name: '패키지 II', price: 1_500_000, description: '계약일부터 전역일까지 이용합니다.' }],
    },
  },
  {
    ...COMMON,
    id: 3,
    title: '병역처분 변경 신청',
    tagline: '신체등급과 처분을 다시 판단받아야 할 때',
    category: 'before',
    position: 10,
    card_description: '',
    keywords: ['신체검사', '신검', '재검', '등급', '4급', '현역 판정', '정신과', '공익 판정', '면제'],
    price: {
      original_price: 200_000,
      plans: [{ name: '서류 검토', price: 150_000, description: '의무기록을 검토하고 보완할 내용을 안내합니다.' }],
    },
  },
  {
    ...COMMON,
    id: 14,
    title: '징계·항고',
    tagline: '징계위원회 통보를 받은 날부터 항고까지',
    category: 'during',
    position: 20,
    card_description: '',
    keywords: [
      '징계위',
      '영창',
      '군기교육대',
      '강등',
      '휴가 제한',
      '휴가 짤림',
      '감봉',
      '휴대폰',
      '핸드폰',
      '도박',
      '음주',
      '항고',
      '억울',
    ],
    price: {
      original_price: 500_000,
      plans: [{ name: '의견서 작성', price: 300_000, description: '징계위원회에 낼 의견서를 작성합니다.' }],
    },
  },
  {
    ...COMMON,
    id: 24,
    title: '예비군 훈련 연기·불참 대응',
    tagline: '훈련 통지서와 고발 예고를 받았을 때',
    category: 'after',
    position: 32,
    card_description: '',
    keywords: ['예비군', '훈련 연기', '불참', '못 갔어요', '벌금', '고발', '향방'],
    price: {
      original_price: 150_000,
      plans: [{ name: '서면 대응', price: 100_000, description: '연기 신청서 또는 소명서를 작성합니다.' }],
    },
  },
  {
    ...COMMON,
    id: 26,
    title: '경고·복무연장 처분 대응',
    tagline: '복무이탈과 경고 처분을 통보받았을 때',
    category: 'publicservice',
    position: 41,
    card_description: '',
    keywords: ['공익', '사회복무', '지각', '결근', '무단결근', '연장', '경고장', '복무이탈'],
    price: {
      original_price: 350_000,
      plans: [{ name: '의견서 작성', price: 250_000, description: '처분에 대한 의견서를 작성합니다.' }],
    },
  },
];
