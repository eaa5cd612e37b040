import { PACKAGE_FAQ, type SampleService } from './sample-service.ts';

const PACKAGE_TERMS = {
  type: 'tos',
  content: '입대 전 안심 패키지 이용약관에 동의합니다.',
  filename: 'package-terms.html',
} as const;

export const PACKAGES: readonly SampleService[] = [
  {
    id: 1,
    title: '군 복무 안심 패키지 I',
    tagline: '입대 전 한 번의 결제로 전역할 때까지',
    category: 'package',
    position: 1,
    card_description:
      '<p>현역병으로 입대하는 분을 위한 기본 패키지입니다.</p><ul><li>징계, 병가, 고충, 피해 신고 서면 대응</li><li>복무 기간 동안 횟수 제한 없는 상담</li><li>전역 후 보훈 신청 서류 검토</li></ul>',
    // The struck price is the sum of the included services bought one by one, as the table below
    // shows.
    keywords: ['입대 준비', '보험', '아들 군대', '패키지', '전역까지'],
    price: {
      original_price: 1_250_000,
      plans: [
        {
          name: '패키지 I',
          price: 1_000_000,
          description: '계약일부터 전역일까지 포함 서비스를 횟수 제한 없이 이용합니다. 군인 한 사람에게 적용됩니다.',
        },
      ],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: {
      title: '전역할 때까지 함께하는 법률지원',
      sections: [
        { type: 'title', content: '문제가 생기기 전에 준비합니다' },
        {
          type: 'text',
          content:
            '<p>군 복무 중에는 변호사를 찾을 시간도, 전화할 기회도 넉넉하지 않습니다. 안심 패키지는 <strong>입대 전에 담당 변호사를 정해 두고</strong> 문제가 생긴 날 바로 연락할 수 있게 하는 서비스입니다.</p><p>가족이 대신 신청하고 상담할 수 있으며, 복무 중인 군인의 동의를 받아 업무를 진행합니다.</p>',
        },
        {
          type: 'image',
          url: '/images/lawyers/team.svg',
          alt: '함께 준비하는 변호사: 성춘향, 홍길동, 이몽룡 변호사의 초상',
        },
        { type: 'heading', content: '이렇게 이용합니다' },
        {
          type: 'list',
          items: [
            '결제 다음 영업일까지 담당 변호사가 연락드립니다.',
            '입대 전에 건강 상태와 서류를 점검하고, 부대에 알릴 내용을 정리합니다.',
            '복무 중 문제가 생기면 군인이나 가족이 담당 변호사에게 바로 연락합니다.',
            '전역할 때 보훈·배상 신청이 필요한지 확인합니다.',
          ],
        },
        { type: 'heading', content: '포함 서비스와 개별 신청 금액' },
        { type: 'child_services', serviceIds: [5, 14, 16, 17, 21, 22] },
        {
          type: 'text',
          content:
            '<p>표의 금액은 각 서비스를 한 번씩 따로 신청할 때의 금액입니다. 형사 공판, 행정소송과 민사소송의 대리는 포함되지 않으며, 인지대와 감정료 등 실비는 별도입니다.</p>',
        },
        ...PACKAGE_FAQ,
        PACKAGE_TERMS,
      ],
    },
  },
  {
    id: 2,
    title: '군 복무 안심 패키지 II',
    tagline: '복무부적합심사와 형사 초기 대응까지',
    category: 'package',
    position: 2,
    card_description:
      '<p>건강이나 적응 문제가 염려되는 분을 위한 확장 패키지입니다.</p><ul><li>패키지 I의 모든 서비스</li><li>현역복무부적합심사 의견서와 심사 동행</li><li>군 형사사건 초기 조사 대응</li></ul>',
    keywords: ['입대 준비', '보험', '아들 군대', '패키지', '전역까지'],
    price: {
      original_price: 2_050_000,
      plans: [
        {
          name: '패키지 II',
          price: 1_500_000,
          description: '패키지 I에 현역복무부적합심사와 군 형사사건 초기 대응을 더합니다. 군인 한 사람에게 적용됩니다.',
        },
        {
          name: '패키지 II 가족형',
          price: 2_500_000,
          description:
            '형제자매 등 가족 두 사람의 복무 기간에 적용됩니다. 두 번째 군인은 계약 후 안내에 따라 등록합니다.',
        },
      ],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: {
      title: '더 넓은 범위의 법률지원',
      sections: [
        { type: 'title', content: '건강과 적응이 염려될 때' },
        {
          type: 'text',
          content:
            '<p>치료 이력이 있거나 단체 생활이 염려되는 분에게는 <strong>입대 직후의 대응</strong>이 중요합니다. 패키지 II는 현역복무부적합심사(계속 복무하기 어려운 사정을 심사하는 절차)와 형사사건의 첫 조사까지 포함합니다.</p>',
        },
        { type: 'heading', content: '패키지 I에 더하여' },
        {
          type: 'list',
          items: [
            '현역복무부적합심사 의견서 작성과 심사 동행 1회',
            '군사경찰·군검찰의 첫 조사에 대한 대응과 입회',
            '의무기록 자문위원의 서면 검토',
          ],
        },
        { type: 'heading', content: '포함 서비스와 개별 신청 금액' },
        { type: 'child_services', serviceIds: [5, 14, 15, 16, 17, 19, 21, 22] },
        {
          type: 'text',
          content:
            '<p>표의 금액은 각 서비스를 한 번씩 따로 신청할 때의 금액입니다. 형사 공판, 행정소송과 민사소송의 대리는 포함되지 않으며, 인지대와 감정료 등 실비는 별도입니다.</p>',
        },
        ...PACKAGE_FAQ,
        PACKAGE_TERMS,
      ],
    },
  },
];
