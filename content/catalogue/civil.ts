import { CASE_TERMS, FAQ_SECTIONS, type SampleService, UNPRICED_FAQ } from './sample-service.ts';

export const CIVIL_SERVICES: readonly SampleService[] = [
  {
    id: 28,
    title: '국가배상 청구',
    tagline: '부대의 잘못으로 손해를 입었을 때',
    category: 'civil',
    position: 50,
    card_description: '<p>손해의 범위와 증거를 검토한 뒤 비용을 정해 안내합니다.</p>',
    // The work differs too much from case to case for a fixed price: shown without one.
    keywords: ['국가 상대', '손해배상', '다쳤어요', '사고', '사망', '배상', '부대 잘못'],
    price: { plans: [] },
    requiresAuth: true,
    requiresSoldier: false,
    description: {
      title: '국가를 상대로 한 손해배상',
      sections: [
        { type: 'title', content: '먼저 청구할 수 있는지 확인합니다' },
        {
          type: 'text',
          content:
            '<p>군인의 국가배상 청구에는 다른 보상을 받을 수 있는 경우의 제한이 있습니다. 사건마다 필요한 업무가 달라 <strong>정해진 금액을 두지 않으며</strong>, 자료를 검토한 뒤 비용을 서면으로 안내합니다.</p><p>상담은 전화 <a href="tel:020000000">02-000-0000</a>(평일 09:00-18:00)으로 신청해주세요.</p>',
        },
        { type: 'heading', content: '검토하는 내용' },
        { type: 'list', items: ['국가배상과 재해보상의 관계', '손해의 범위와 증거', '소멸시효와 청구 순서'] },
        ...UNPRICED_FAQ,
      ],
    },
  },
  {
    id: 29,
    title: '금전 피해 지급명령',
    tagline: '부대 안에서 빌려준 돈을 돌려받지 못할 때',
    category: 'civil',
    position: 51,
    card_description: '<p>대화 기록과 이체 내역을 정리하여 법원에 지급명령을 신청합니다.</p>',
    keywords: ['빌려준 돈', '돈 못 받', '사기', '대여금', '빚', '도박'],
    price: {
      original_price: 350_000,
      plans: [
        {
          name: '지급명령 신청',
          price: 250_000,
          description: '내용증명과 지급명령 신청서를 작성합니다. 인지대와 송달료는 별도입니다.',
        },
      ],
    },
    requiresAuth: true,
    requiresSoldier: false,
    description: {
      title: '지급명령(서류 심사로 돈을 받을 권리를 확인하는 절차)',
      sections: [
        { type: 'title', content: '소송보다 간단한 방법부터' },
        {
          type: 'text',
          content:
            '<p>지급명령은 법원이 서류만 보고 돈을 갚으라고 명하는 절차입니다. 상대방이 2주 안에 이의하지 않으면 <strong>판결과 같은 효력</strong>이 생깁니다.</p>',
        },
        { type: 'heading', content: '준비할 자료' },
        { type: 'list', items: ['이체 내역', '빌려준 사실을 보여 주는 대화 기록', '상대방의 이름과 소속 또는 연락처'] },
        ...FAQ_SECTIONS,
        CASE_TERMS,
      ],
    },
  },
  {
    id: 30,
    title: '가해자 상대 손해배상',
    tagline: '치료비와 위자료를 청구하는 민사 소송',
    category: 'civil',
    position: 52,
    card_description: '<p>폭행과 괴롭힘으로 입은 손해를 계산하고 소장을 작성합니다.</p>',
    keywords: ['합의금', '위자료', '때렸어요', '맞았어요', '폭행', '치료비', '손해배상', '성추행', '왕따'],
    price: {
      original_price: 500_000,
      plans: [
        { name: '내용증명', price: 300_000, description: '손해를 정리하고 배상을 요구하는 내용증명을 작성합니다.' },
        {
          name: '소장 작성·제출',
          price: 1_500_000,
          description: '소장을 작성하여 제출합니다. 1심 변론 대리는 상담 후 따로 정합니다.',
        },
      ],
    },
    requiresAuth: true,
    requiresSoldier: false,
    description: {
      title: '피해를 금액으로 계산하는 일',
      sections: [
        { type: 'title', content: '형사 절차와 따로 진행할 수 있습니다' },
        {
          type: 'text',
          content:
            '<p>가해자가 처벌을 받더라도 치료비와 위자료는 <strong>따로 청구</strong>해야 합니다. 형사 합의를 하기 전에 청구할 수 있는 범위를 먼저 확인하시기를 권합니다.</p>',
        },
        { type: 'heading', content: '청구할 수 있는 손해' },
        { type: 'list', items: ['치료비와 앞으로의 치료비', '일하지 못하여 잃은 수입', '정신적 고통에 대한 위자료'] },
        { type: 'heading', content: '함께 살펴볼 서비스' },
        { type: 'child_services', serviceIds: [21, 29] },
        ...FAQ_SECTIONS,
        CASE_TERMS,
      ],
    },
  },
];
