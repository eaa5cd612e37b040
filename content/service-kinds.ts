/** The two ways to buy, as the home page presents them. */
export const PACKAGE_KIND = {
  title: '입대 전 안심 패키지',
  saving: '최대 95% 절감',
  summary: '입대 전에 한 번 결제하고, 전역할 때까지 주요 서비스를 횟수 제한 없이 이용합니다.',
  points: ['입대 전 건강·서류 점검', '복무 중 징계, 병가, 고충 대응', '전역 후 보훈·배상 신청 안내'],
  /** Holds what the saving is measured against: advertising law requires the basis beside a figure. */
  savingBasis:
    '포함 서비스 6종(합계 125만원)을 복무 기간 동안 16회씩 개별 신청한 금액 2,000만원과 안심 패키지 I(100만원)을 비교한 예시입니다. 실제 절감액은 이용 내용에 따라 다릅니다.',
} as const;

export const CASE_KIND = {
  title: '사건별 즉시 신청',
  summary: '지금 필요한 서비스만 골라 신청합니다. 비용은 신청 전에 모두 공개합니다.',
  /** Shown with their prices. */
  serviceIds: [14, 16, 21],
} as const;
