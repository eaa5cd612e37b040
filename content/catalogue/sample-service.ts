import type { ServiceDescription, ServiceListItem } from '#shared/features/services/schemas.ts';
import type { FaqEntry } from '#shared/features/services/sections/faq/schemas.ts';
import type { ServiceSection } from '#shared/features/services/sections/schemas.ts';
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
  content: '민감정보(건강에 관한 정보)의 수집과 이용에 동의합니다.',
  filename: 'health-data-consent.html',
};

export const PROCESS_STEPS: ServiceSection = {
  type: 'text',
  content:
    '<ol><li><strong>신청·결제</strong><br>상품 옵션과 군인을 선택하고 결제합니다.</li><li><strong>변호사 배정</strong><br>결제 다음 영업일까지 담당 변호사가 연락드립니다.</li><li><strong>사실관계 상담</strong><br>전화 또는 화상으로 진행합니다.</li><li><strong>서류 작성·제출</strong><br>초안을 함께 확인한 뒤 제출합니다.</li><li><strong>결과 안내</strong><br>통지서를 검토하고 다음 절차를 알려드립니다.</li></ol>',
};

const QUESTIONS = {
  unit: {
    question: '부대에 알려지나요?',
    answer:
      '<p>상담하고 신청한 사실은 부대에 알리지 않습니다. 의견서나 신청서를 부대에 제출해야 하는 단계에서는 언제, 어디에 낼지를 먼저 상의합니다.</p>',
  },
  cost: {
    question: '추가 비용이 있나요?',
    answer:
      '<p>화면에 표시된 금액이 결제할 금액이며 부가가치세를 포함합니다. 인지대, 감정료처럼 다른 기관에 내는 실비가 필요하면 미리 알려드리고 동의를 받습니다.</p>',
  },
  secrecy: {
    question: '상담 내용은 비밀로 지켜지나요?',
    answer:
      '<p>변호사는 직무에서 알게 된 비밀을 지킬 의무가 있습니다. 가족이 신청한 경우에도 군인 본인이 원하지 않는 내용은 가족에게 전하지 않습니다.</p>',
  },
  duration: {
    question: '얼마나 걸리나요?',
    answer:
      '<p>결제 다음 영업일까지 담당 변호사가 연락드립니다. 서류 작성은 자료를 받은 날부터 보통 1~2주 걸리며, 출석일이나 기한이 가까우면 그에 맞추어 진행합니다.</p>',
  },
};

const faqSections = (...questions: FaqEntry[]): readonly ServiceSection[] => [
  { type: 'heading', content: '자주 묻는 질문' },
  { type: 'faq', questions },
];

/** The questions that most families ask first. */
export const FAQ_SECTIONS = faqSections(QUESTIONS.unit, QUESTIONS.cost, QUESTIONS.secrecy, QUESTIONS.duration);

/** A package runs until the discharge: how long it takes is no question. */
export const PACKAGE_FAQ = faqSections(QUESTIONS.unit, QUESTIONS.cost, QUESTIONS.secrecy);

/** Of a service whose cost follows from a call: no amount is shown, and no payment comes first. */
export const UNPRICED_FAQ = faqSections(QUESTIONS.unit, QUESTIONS.secrecy);
