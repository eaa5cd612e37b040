import type { ServiceDescription, ServiceListItem, ServiceSection } from '#shared/features/services/schemas.ts';
import type { ServicePrice } from '#shared/rules/price.ts';

/**
 * A service as loaded into an empty shop. `plans` may be missing (never set) or empty (no price
 * yet).
 */
export type SampleService = Omit<ServiceListItem, 'price'> & { price: ServicePrice; description: ServiceDescription };

/** The terms that a buyer of a single case agrees to. */
export const CASE_TERMS: ServiceSection = {
  type: 'tos',
  content: '사건별 즉시 신청 서비스 이용약관에 동의합니다.',
  filename: 'case-terms.html',
};

/** Health data need a separate consent, apart from the terms (privacy act, article 23). */
export const HEALTH_DATA_CONSENT: ServiceSection = {
  type: 'tos',
  content: '민감정보(건강에 관한 정보)의 수집·이용에 동의합니다.',
  filename: 'health-data-consent.html',
};

export const PROCESS_PICTURE: ServiceSection = {
  type: 'image',
  url: '/images/case-process.svg',
  alt: '진행 절차: 신청과 결제, 담당 변호사 배정, 사실관계 상담, 서류 작성과 제출, 결과 안내의 다섯 단계',
};
