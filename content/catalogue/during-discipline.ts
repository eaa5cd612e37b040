import { CASE_TERMS, FAQ_SECTIONS, PROCESS_STEPS, type SampleService } from './sample-service.ts';

export const DISCIPLINE_SERVICES: readonly SampleService[] = [
  {
    id: 14,
    title: '징계·항고',
    tagline: '징계위원회 통보를 받은 날부터 항고까지',
    category: 'during',
    position: 20,
    card_description: '<p>징계 사유를 검토하고 의견서 작성, 징계위원회 출석, 항고를 진행합니다.</p>',
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
      plans: [
        {
          name: '의견서 작성',
          price: 300_000,
          description: '사실관계를 정리하고 징계위원회에 낼 의견서를 작성합니다. 전화 상담 2회를 포함합니다.',
        },
        {
          name: '징계위원회 출석',
          price: 1_000_000,
          description: '의견서 작성에 더하여 담당 변호사가 징계위원회에 출석하여 의견을 진술합니다.',
        },
        {
          name: '항고 대리',
          price: 1_500_000,
          description: '징계처분에 대한 항고서를 작성하고 항고심사 절차를 대리합니다.',
        },
      ],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: {
      title: '징계에서는 첫 진술이 끝까지 남습니다',
      sections: [
        { type: 'title', content: '징계위원회 통보를 받았다면' },
        {
          type: 'text',
          content:
            '<p>병사에 대한 징계에는 강등, 군기교육, 감봉, 휴가단축, 근신, 견책이 있습니다. 징계는 조사, 징계위원회 심의, 처분의 순서로 진행되며 <strong>각 단계에서 의견을 낼 기회</strong>가 있습니다.</p><p>처음 쓴 사유서와 진술은 항고와 소송까지 그대로 남습니다. 서류를 내기 전에 사실관계를 시간 순서로 정리하고, 다투는 부분과 인정하는 부분을 나누어야 합니다.</p>',
        },
        { type: 'heading', content: '이런 때 도움이 됩니다' },
        {
          type: 'list',
          items: [
            '휴대전화 사용, 복귀 지연, 지시 불이행 등으로 조사를 받고 있습니다.',
            '사실과 다른 내용으로 징계위원회에 넘겨졌습니다.',
            '잘못에 비하여 무거운 처분이 염려됩니다.',
            '처분을 받았으나 절차나 양정(처분의 무게)이 부당하다고 생각합니다.',
          ],
        },
        { type: 'heading', content: '진행 절차' },
        PROCESS_STEPS,
        {
          type: 'text',
          content:
            '<p>항고는 징계처분을 통지받은 날부터 <strong>30일 이내</strong>에 내야 합니다. 기간이 지나면 다투기 어려우므로 통지서를 받은 날짜를 먼저 확인해주세요.</p>',
        },
        { type: 'heading', content: '준비할 자료' },
        {
          type: 'text',
          content:
            '<ul><li>징계위원회 출석 통지서 또는 징계처분 통지서</li><li>이미 제출한 사유서, 진술서의 사본이나 사진</li><li>당시 상황을 보여 주는 메시지, 근무표, 목격자의 이름</li></ul><p>자료가 없더라도 신청할 수 있습니다. 담당 변호사가 구할 수 있는 방법을 알려드립니다.</p>',
        },
        ...FAQ_SECTIONS,
        CASE_TERMS,
      ],
    },
  },
  {
    id: 15,
    title: '군 형사사건 초기 대응',
    tagline: '군사경찰·군검찰의 첫 조사를 앞두고',
    category: 'during',
    position: 24,
    card_description: '<p>첫 조사 전에 사건을 검토하고, 조사에 함께 들어가 진술을 돕습니다.</p>',
    keywords: [
      '헌병',
      '군사경찰',
      '조사',
      '고소당했어요',
      '신고당했어요',
      '폭행',
      '성추행',
      '성범죄',
      '음주운전',
      '탈영',
      '도박',
      '군사재판',
      '피의자',
    ],
    price: {
      original_price: 800_000,
      plans: [
        { name: '조사 전 상담', price: 500_000, description: '사건 검토와 90분 상담, 진술 준비 서면을 포함합니다.' },
        { name: '조사 입회', price: 1_500_000, description: '조사 전 상담에 더하여 첫 조사에 변호사가 입회합니다.' },
      ],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: {
      title: '첫 조사에서 무엇을 말할지 정해야 합니다',
      sections: [
        { type: 'title', content: '출석 요구를 받았다면' },
        {
          type: 'text',
          content:
            '<p>조사를 받는 사람에게는 진술을 거부할 권리와 변호인의 도움을 받을 권리가 있습니다. 조사에서 한 진술은 조서로 남아 이후의 절차에서 중요한 자료가 됩니다. 성범죄, 사망 사건, 입대 전 사건은 민간 수사기관과 법원이 맡으므로 <strong>어느 기관의 절차인지</strong>부터 확인합니다.</p>',
        },
        { type: 'heading', content: '제공하는 업무' },
        {
          type: 'list',
          items: [
            '혐의 내용과 관할 확인',
            '진술 방향과 제출 자료 정리',
            '조사 입회와 조서 열람 확인',
            '이후 절차와 예상 일정 안내',
          ],
        },
        ...FAQ_SECTIONS,
        CASE_TERMS,
      ],
    },
  },
  {
    id: 17,
    title: '보직·전출 고충심사',
    tagline: '부대나 보직을 바꾸어야 하는 사정이 있을 때',
    category: 'during',
    position: 25,
    card_description: '<p>보직 변경과 전출이 필요한 사유를 정리하여 고충심사를 청구합니다.</p>',
    keywords: [
      '전출',
      '부대 이동',
      '부대 옮기',
      '보직 변경',
      '고충',
      '마음의 편지',
      '간부 갈등',
      '부적응',
      '이혼',
      '가족 간병',
    ],
    price: {
      original_price: 200_000,
      plans: [{ name: '청구서 작성', price: 150_000, description: '고충심사 청구서와 소명 자료 목록을 작성합니다.' }],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: {
      title: '고충심사 청구',
      sections: [
        { type: 'title', content: '말로 한 건의가 받아들여지지 않았다면' },
        {
          type: 'text',
          content:
            '<p>고충심사는 근무 여건, 인사, 신상에 관한 어려움을 부대에 <strong>서면으로 청구</strong>하고 결정을 통지받는 절차입니다. 사유와 요청하는 조치를 분명하게 적어야 합니다.</p>',
        },
        { type: 'heading', content: '다루는 사유' },
        {
          type: 'list',
          items: [
            '건강 상태와 맞지 않는 보직',
            '가족의 질병 등 돌봄이 필요한 사정',
            '부대 내 관계로 근무가 어려운 사정',
          ],
        },
        ...FAQ_SECTIONS,
      ],
    },
  },
];
