import { PLAN } from './factories.ts';

/** An admin's body of a service with every kind of section. */
export const SERVICE_BODY = {
  title: '복무 상담',
  tagline: '서류부터 함께 준비합니다',
  category: 'during',
  position: 3,
  card_description: '<b>굵게</b>',
  keywords: ['현부심', '우울'],
  price: {
    original_price: 500_000,
    plans: [PLAN, { name: '심화', price: 0, description: '첫째 줄\n둘째 줄' }],
  },
  description: {
    title: '이렇게 진행합니다',
    sections: [
      { type: 'title', content: '제목' },
      { type: 'text', content: '<p>글</p>' },
      { type: 'heading', content: '소제목' },
      { type: 'list', items: ['하나', '둘'] },
      { type: 'image', url: '/images/case-process.svg', alt: '그림' },
      { type: 'tos', content: '약관에 동의합니다.', filename: 'case-terms.html' },
      { type: 'child_services', serviceIds: [14, 16] },
    ],
  },
  requiresAuth: false,
  requiresSoldier: false,
};
