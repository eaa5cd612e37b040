import type { SectionType } from './service-form-values.ts';

export const SECTION_LABELS: Record<SectionType, string> = {
  title: '제목',
  text: '본문',
  heading: '소제목',
  list: '목록',
  image: '이미지',
  tos: '이용약관',
  child_services: '하위 서비스',
  faq: '자주 묻는 질문',
};
