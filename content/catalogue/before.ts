import { CASE_TERMS, FAQ_SECTIONS, HEALTH_DATA_CONSENT, type SampleService } from './sample-service.ts';

export const BEFORE_SERVICES: readonly SampleService[] = [
  {
    id: 3,
    title: '병역처분 변경 신청',
    tagline: '신체등급과 처분을 다시 판단받아야 할 때',
    category: 'before',
    position: 10,
    card_description: '<p>병역판정검사 이후 달라진 건강 상태를 서류로 정리하여 병역처분 변경을 신청합니다.</p>',
    keywords: ['신체검사', '신검', '재검', '등급', '4급', '현역 판정', '정신과', '공익 판정', '면제'],
    price: {
      original_price: 200_000,
      plans: [
        {
          name: '서류 검토',
          price: 150_000,
          description: '진단서와 의무기록을 검토하고 보완할 내용을 서면으로 안내합니다.',
        },
        {
          name: '신청서 작성',
          price: 300_000,
          description: '서류 검토에 더하여 병역처분 변경 신청서와 의견서를 작성합니다.',
        },
      ],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: {
      title: '달라진 건강 상태를 다시 판단받는 절차',
      sections: [
        { type: 'title', content: '판정 이후 상태가 나빠졌다면' },
        {
          type: 'text',
          content:
            '<p>병역판정검사를 받은 뒤 질병이 생기거나 나빠졌다면 <strong>병역처분 변경</strong>을 신청할 수 있습니다. 같은 진단이라도 기록의 기간과 검사 결과에 따라 판단이 달라지므로, 제출하기 전에 서류의 순서와 빠진 부분을 살펴야 합니다.</p>',
        },
        { type: 'heading', content: '확인하는 내용' },
        {
          type: 'list',
          items: [
            '진단서와 소견서가 판정 기준의 어느 항목에 해당하는지',
            '치료 기간과 통원 기록이 이어져 있는지',
            '재신체검사에서 추가로 요구될 수 있는 검사',
            '입영 통지를 받은 경우 연기 신청이 함께 필요한지',
          ],
        },
        { type: 'heading', content: '준비할 서류' },
        {
          type: 'text',
          content:
            '<ul><li>최근 6개월 이내의 진단서 또는 소견서</li><li>통원·입원 기록과 검사 결과지</li><li>병역판정검사 결과 통보서</li></ul><p>서류가 모두 없어도 신청할 수 있습니다. 담당 변호사가 필요한 서류를 먼저 알려드립니다.</p>',
        },
        ...FAQ_SECTIONS,
        CASE_TERMS,
        HEALTH_DATA_CONSENT,
      ],
    },
  },
  {
    id: 4,
    title: '입영 연기 신청',
    tagline: '정해진 날에 입영하기 어려운 사정이 있을 때',
    category: 'before',
    position: 11,
    card_description: '<p>질병, 가사, 학업, 시험 등 연기 사유를 확인하고 신청서를 작성합니다.</p>',
    keywords: ['입대 연기', '입영 날짜', '영장', '학교', '시험', '유학', '가족 간병', '휴학'],
    price: {
      original_price: 150_000,
      plans: [
        {
          name: '신청서 작성',
          price: 100_000,
          description: '연기 사유 검토, 신청서와 소명 자료 목록 작성을 포함합니다.',
        },
      ],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: {
      title: '입영일자 연기',
      sections: [
        { type: 'title', content: '연기 사유에 맞는 서류가 필요합니다' },
        {
          type: 'text',
          content:
            '<p>입영 연기는 병역법이 정한 사유가 있을 때 허가됩니다. 사유마다 제출할 서류와 기한이 다르고, 입영일이 가까워지면 신청할 수 있는 방법이 줄어듭니다. 통지서를 받은 날 바로 확인하시기를 권합니다.</p>',
        },
        { type: 'heading', content: '진행 순서' },
        {
          type: 'list',
          items: [
            '통지서와 사유를 확인합니다.',
            '신청 가능한 사유와 기한을 안내합니다.',
            '신청서를 작성하여 제출 방법과 함께 보내드립니다.',
          ],
        },
        ...FAQ_SECTIONS,
      ],
    },
  },
  {
    id: 5,
    title: '입대 전 건강·서류 점검',
    tagline: '치료 이력이 있는 입대 예정자를 위한 준비',
    category: 'before',
    position: 12,
    card_description: '<p>치료 이력과 복용 약을 정리하고, 입대 후 부대에 제출할 서류를 미리 준비합니다.</p>',
    keywords: ['신검', '진단서', '정신과', '약 복용', '병원 기록', '입대 전 준비'],
    price: {
      original_price: 150_000,
      plans: [
        {
          name: '기본 점검',
          price: 100_000,
          description: '의무기록 검토와 제출 서류 목록, 30분 전화 상담을 포함합니다.',
        },
      ],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: {
      title: '입대 전에 정리해 두어야 할 기록',
      sections: [
        { type: 'title', content: '입대 후에는 기록을 떼기 어렵습니다' },
        {
          type: 'text',
          content:
            '<p>입대한 뒤에는 병원을 찾아 서류를 발급받기가 쉽지 않습니다. 치료를 이어 가야 하는 사정과 복용하는 약을 <strong>입대 전에 서류로 남겨 두면</strong> 병가나 외래 진료를 신청할 때 근거가 됩니다.</p>',
        },
        { type: 'heading', content: '점검 항목' },
        {
          type: 'list',
          items: [
            '진단명과 치료 경과',
            '복용 약과 처방 주기',
            '훈련 중 주의해야 할 동작과 환경',
            '부대와 군 병원에 제출할 서류의 순서',
          ],
        },
        ...FAQ_SECTIONS,
        CASE_TERMS,
        HEALTH_DATA_CONSENT,
      ],
    },
  },
];
