import { CASE_TERMS, FAQ_SECTIONS, HEALTH_DATA_CONSENT, PROCESS_STEPS, type SampleService } from './sample-service.ts';

export const HEALTH_SERVICES: readonly SampleService[] = [
  {
    id: 16,
    title: '질병·부상 병가 신청',
    tagline: '아픈데도 진료와 병가를 허락받지 못했다면',
    category: 'during',
    position: 21,
    card_description: '<p>진단서와 의무기록을 정리하여 청원휴가와 외래 진료를 신청합니다.</p>',
    keywords: [
      '아파요',
      '다쳤어요',
      '병원',
      '외진',
      '수술',
      '휴가',
      '병가',
      '청원휴가',
      '군병원',
      '허리',
      '무릎',
      '우울',
      '정신과',
    ],
    price: {
      original_price: 250_000,
      plans: [
        {
          name: '신청서 작성',
          price: 150_000,
          description: '청원휴가 신청서와 의견서를 작성하고 제출 방법을 안내합니다.',
        },
        {
          name: '반려 대응',
          price: 250_000,
          description: '신청이 반려된 경우 사유를 검토하고 재신청서와 고충심사 청구서를 작성합니다.',
        },
      ],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: {
      title: '치료받을 권리를 서류로 요청합니다',
      sections: [
        { type: 'title', content: '진료와 요양이 필요한 때' },
        {
          type: 'text',
          content:
            '<p>질병이나 부상으로 요양이 필요한 군인은 <strong>청원휴가</strong>(질병, 가족의 사정 등이 있을 때 신청하는 휴가)를 신청할 수 있습니다. 말로 한 요청은 기록이 남지 않으므로, 필요한 치료와 기간을 적은 서류로 신청하는 것이 좋습니다.</p>',
        },
        { type: 'heading', content: '이런 때 신청합니다' },
        {
          type: 'list',
          items: [
            '민간병원의 수술이나 정밀검사가 필요합니다.',
            '진료 요청이 미루어지거나 반려되었습니다.',
            '훈련 중 다쳤으나 휴식과 열외가 허락되지 않습니다.',
            '군 병원의 진단과 민간병원의 진단이 다릅니다.',
          ],
        },
        { type: 'heading', content: '진행 절차' },
        PROCESS_STEPS,
        { type: 'heading', content: '준비할 자료' },
        {
          type: 'text',
          content:
            '<ul><li>진단서 또는 소견서(치료 기간이 적힌 것)</li><li>군 병원 진료기록과 반려 통지</li><li>다친 경위를 적은 메모와 사진</li></ul>',
        },
        ...FAQ_SECTIONS,
        CASE_TERMS,
        HEALTH_DATA_CONSENT,
      ],
    },
  },
  {
    id: 19,
    title: '현역복무부적합심사',
    tagline: '계속 복무하기 어려운 사정을 심사받는 절차',
    category: 'during',
    position: 22,
    card_description: '<p>현부심 절차를 안내하고 의견서를 작성하며, 심사에 동행합니다.</p>',
    keywords: [
      '현부심',
      '부적합',
      '조기 전역',
      '의병전역',
      '의가사',
      '우울',
      '우울증',
      '공황',
      '불안',
      '자해',
      '자살',
      '죽고 싶',
      '적응',
      '부적응',
      '그린캠프',
      '정신과',
      '공익 전환',
    ],
    price: {
      original_price: 500_000,
      plans: [
        {
          name: '서류 검토',
          price: 300_000,
          description: '의무기록과 생활기록을 검토하고 보완할 내용을 서면으로 안내합니다.',
        },
        {
          name: '의견서·심사 동행',
          price: 1_000_000,
          description: '의견서를 작성하고 심사 당일 동행하여 진술을 돕습니다. 재심사 1회를 포함합니다.',
        },
      ],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: {
      title: '현부심은 서류로 시작해서 서류로 끝납니다',
      sections: [
        { type: 'title', content: '현역복무부적합심사란' },
        {
          type: 'text',
          content:
            '<p>현역복무부적합심사(줄여서 현부심)는 신체나 정신의 건강, 적응의 어려움 등으로 <strong>현역 복무를 이어가기 어려운 군인</strong>의 병역을 다시 정하는 절차입니다. 심사 결과에 따라 보충역이나 전시근로역으로 편입될 수 있습니다.</p><p>신청하면 지휘관의 의견, 의무기록, 관찰 기록이 함께 심사위원회에 올라갑니다. 기록이 서로 다르면 심사가 늦어집니다. 제출하기 전에 함께 확인합니다.</p>',
        },
        { type: 'heading', content: '심사에서 보는 것' },
        {
          type: 'list',
          items: [
            '진단과 치료의 경과, 약물 복용 기록',
            '부대 생활의 관찰 기록과 상담 기록',
            '지휘관과 군의관의 의견',
            '보직 조정 등 다른 방법을 시도하였는지',
          ],
        },
        { type: 'heading', content: '진행 절차' },
        PROCESS_STEPS,
        {
          type: 'text',
          content:
            '<p>건강이 급하게 나빠진 때에는 심사를 기다리지 말고 진료를 먼저 받아야 합니다. 병가가 필요하면 <a href="/services/16">질병·부상 병가 신청</a>을 함께 살펴봐주세요.</p>',
        },
        ...FAQ_SECTIONS,
        CASE_TERMS,
        HEALTH_DATA_CONSENT,
      ],
    },
  },
  {
    id: 20,
    title: '현부심 사전 상담',
    tagline: '신청하기 전에 준비할 것을 확인합니다',
    category: 'during',
    position: 26,
    card_description: '<p>현역복무부적합심사를 신청하기 전에 기록과 절차를 확인하는 전화 상담입니다.</p>',
    keywords: ['현부심', '부적합', '상담', '우울', '우울증', '공황', '부적응', '정신과'],
    price: {
      original_price: 150_000,
      plans: [
        { name: '전화 상담', price: 100_000, description: '기록 목록 검토와 40분 전화 상담, 요약 서면을 포함합니다.' },
      ],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: {
      title: '신청하기 전에 한 번 확인합니다',
      sections: [
        { type: 'title', content: '지금 신청해야 하는지 망설여진다면' },
        {
          type: 'text',
          content:
            '<p>현부심(현역복무부적합심사)은 한 번 시작하면 부대와 가족의 생활에 영향을 줍니다. 상담에서는 <strong>지금 있는 기록으로 신청할 수 있는지</strong>, 치료나 보직 조정이 먼저인지를 함께 살펴봅니다.</p>',
        },
        { type: 'heading', content: '상담에서 다루는 내용' },
        {
          type: 'list',
          items: [
            '지금까지의 진료와 상담 기록',
            '신청 절차와 예상 기간',
            '부대에 알리는 방법과 시기',
            '더 모아야 할 자료',
          ],
        },
        {
          type: 'text',
          content:
            '<p>서류 작성과 심사 동행이 필요하면 <a href="/services/19">현역복무부적합심사</a>를 신청해주세요.</p>',
        },
        ...FAQ_SECTIONS,
        CASE_TERMS,
        HEALTH_DATA_CONSENT,
      ],
    },
  },
  {
    id: 21,
    title: '괴롭힘·폭행 피해',
    tagline: '분리와 보호를 먼저, 신고와 배상은 그다음에',
    category: 'during',
    position: 23,
    card_description: '<p>분리 조치를 요청하고 신고서와 진정서를 작성하며, 이후 절차를 이어서 돕습니다.</p>',
    keywords: [
      '왕따',
      '따돌림',
      '폭언',
      '욕설',
      '욕',
      '때렸어요',
      '맞았어요',
      '폭행',
      '구타',
      '가혹행위',
      '괴롭힘',
      '갑질',
      '성추행',
      '성희롱',
      '선임',
      '신고',
      '죽고 싶',
      '자살',
      '우울',
      '1303',
    ],
    price: {
      original_price: 400_000,
      plans: [
        {
          name: '보호 요청·신고서',
          price: 250_000,
          description: '분리 조치 요청서와 신고서를 작성하고 증거를 정리합니다.',
        },
        {
          name: '진정·고소 대리',
          price: 1_000_000,
          description: '신고서 작성에 더하여 국가인권위원회 진정 또는 고소를 대리합니다.',
        },
      ],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: {
      title: '혼자 참지 않아도 됩니다',
      sections: [
        { type: 'title', content: '지금 안전한지 먼저 확인합니다' },
        {
          type: 'text',
          content:
            '<p>폭행, 폭언, 따돌림, 사적인 지시는 모두 금지된 행위입니다. 피해를 신고한 군인을 보호할 의무는 부대에 있으며, <strong>가해자와의 분리</strong>를 요청할 수 있습니다.</p><p>위급한 때에는 국방헬프콜 1303 또는 군사경찰에 바로 알려주세요. 이 번호는 이 서비스와 관계없이 언제든지 이용할 수 있습니다.</p>',
        },
        { type: 'heading', content: '제공하는 업무' },
        {
          type: 'list',
          items: [
            '분리 조치와 보호 요청서 작성',
            '메시지, 상처 사진, 동료의 진술 등 증거 정리',
            '부대 신고, 군인권보호관 진정, 고소 가운데 알맞은 절차 선택',
            '2차 피해와 보복성 조치에 대한 대응',
          ],
        },
        { type: 'heading', content: '진행 절차' },
        PROCESS_STEPS,
        {
          type: 'text',
          content:
            '<p>가족이 먼저 알게 된 경우에도 신청할 수 있습니다. 다만 신고와 진정은 군인 본인의 뜻을 확인한 뒤에 진행합니다. 배상 청구는 <a href="/services/30">가해자 상대 손해배상</a>에서 이어집니다.</p>',
        },
        ...FAQ_SECTIONS,
        CASE_TERMS,
      ],
    },
  },
];
