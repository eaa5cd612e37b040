import { CASE_TERMS, FAQ_SECTIONS, HEALTH_DATA_CONSENT, type SampleService } from './sample-service.ts';

export const PUBLIC_SERVICE_SERVICES: readonly SampleService[] = [
  {
    id: 25,
    title: '복무기관 재지정 신청',
    tagline: '지금의 복무기관에서 계속 근무하기 어려울 때',
    category: 'publicservice',
    position: 40,
    card_description: '<p>재지정 사유를 확인하고 신청서와 소명 자료를 작성합니다.</p>',
    keywords: ['공익', '사회복무', '근무지', '옮기', '갑질', '괴롭힘', '왕따', '복무기관 변경'],
    price: {
      original_price: 250_000,
      plans: [
        { name: '신청서 작성', price: 150_000, description: '재지정 신청서와 소명 자료 목록을 작성합니다.' },
        { name: '피해 신고 병행', price: 300_000, description: '복무기관 안의 괴롭힘 신고서를 함께 작성합니다.' },
      ],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: {
      title: '사회복무요원 복무기관 재지정',
      sections: [
        { type: 'title', content: '근무지를 옮겨야 하는 사정' },
        {
          type: 'text',
          content:
            '<p>질병, 가족의 돌봄, 복무기관의 폐쇄나 괴롭힘 등의 사유가 있으면 복무기관 재지정을 신청할 수 있습니다. 신청 사유에 따라 <strong>복무지도관의 확인</strong>이 필요하므로 자료를 미리 준비합니다.</p>',
        },
        { type: 'heading', content: '확인하는 내용' },
        {
          type: 'list',
          items: [
            '재지정 사유에 해당하는지',
            '복무기관과 주고받은 기록',
            '통근 시간과 건강 상태',
            '괴롭힘이 있었다면 신고와 보호 조치',
          ],
        },
        ...FAQ_SECTIONS,
        CASE_TERMS,
      ],
    },
  },
  {
    id: 26,
    title: '경고·복무연장 처분 대응',
    tagline: '복무이탈과 경고 처분을 통보받았을 때',
    category: 'publicservice',
    position: 41,
    card_description: '<p>경고 처분과 복무기간 연장에 대한 의견서와 이의 서류를 작성합니다.</p>',
    keywords: ['공익', '사회복무', '지각', '결근', '무단결근', '연장', '경고장', '복무이탈'],
    price: {
      original_price: 350_000,
      plans: [
        {
          name: '의견서 작성',
          price: 250_000,
          description: '처분 사유를 검토하고 의견서 또는 이의 서류를 작성합니다.',
        },
      ],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: {
      title: '경고와 복무연장 처분',
      sections: [
        { type: 'title', content: '경고가 쌓이면 복무기간이 늘어납니다' },
        {
          type: 'text',
          content:
            '<p>근무 시간, 겸직, 복무이탈 등을 이유로 경고를 받으면 복무기간이 연장될 수 있습니다. 사실과 다른 내용이 있다면 <strong>처분 전에 의견</strong>을 내야 합니다.</p>',
        },
        { type: 'heading', content: '제공하는 업무' },
        {
          type: 'list',
          items: [
            '처분 사유와 근거 규정 검토',
            '출근부와 업무 지시 기록 정리',
            '의견서 또는 행정심판 청구서 초안 작성',
          ],
        },
        ...FAQ_SECTIONS,
        CASE_TERMS,
      ],
    },
  },
  {
    id: 27,
    title: '사회복무요원 복무부적합 소집해제',
    tagline: '건강 문제로 복무를 이어가기 어려울 때',
    category: 'publicservice',
    position: 42,
    card_description: '<p>의무기록을 검토하고 소집해제 또는 병역처분 변경을 신청합니다.</p>',
    keywords: ['공익', '사회복무', '소집해제', '우울', '우울증', '공황', '정신과', '조기 해제', '현부심'],
    price: {
      original_price: 500_000,
      plans: [
        { name: '서류 검토', price: 300_000, description: '의무기록을 검토하고 보완할 내용을 서면으로 안내합니다.' },
        { name: '신청 대리', price: 1_000_000, description: '신청서와 의견서를 작성하고 심사 절차를 대리합니다.' },
      ],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: {
      title: '건강 때문에 복무가 어려운 사회복무요원',
      sections: [
        { type: 'title', content: '진단서만으로는 부족할 수 있습니다' },
        {
          type: 'text',
          content:
            '<p>사회복무요원도 복무 중 건강이 나빠지면 <strong>병역처분 변경이나 복무부적합 소집해제</strong>를 신청할 수 있습니다. 복무기관의 관찰 기록과 진료기록이 함께 필요합니다.</p>',
        },
        { type: 'heading', content: '준비할 자료' },
        { type: 'list', items: ['진단서와 치료 경과 기록', '병가와 조퇴 기록', '복무기관 담당자의 확인서'] },
        ...FAQ_SECTIONS,
        CASE_TERMS,
        HEALTH_DATA_CONSENT,
      ],
    },
  },
];
