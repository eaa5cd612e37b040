import { CASE_TERMS, FAQ_SECTIONS, HEALTH_DATA_CONSENT, type SampleService } from './sample-service.ts';

export const AFTER_SERVICES: readonly SampleService[] = [
  {
    id: 22,
    title: '국가유공자·보훈보상대상자 등록',
    tagline: '복무 중 얻은 질병과 부상을 인정받는 절차',
    category: 'after',
    position: 30,
    card_description: '<p>복무와 질병·부상의 관계를 서류로 정리하여 등록을 신청합니다.</p>',
    keywords: ['유공자', '보훈', '국가유공자', '상이', '다쳤어요', '후유증', '연금', '보훈처'],
    price: {
      original_price: 500_000,
      plans: [
        { name: '신청서 검토', price: 300_000, description: '의무기록과 복무기록을 검토하고 신청서를 보완합니다.' },
        { name: '신청 대리', price: 1_000_000, description: '신청서 작성과 제출, 보훈심사 의견서 작성을 포함합니다.' },
      ],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: {
      title: '복무와 질병의 관계를 밝히는 일',
      sections: [
        { type: 'title', content: '전역했다고 끝난 일이 아닙니다' },
        {
          type: 'text',
          content:
            '<p>복무 중 다치거나 병을 얻은 분은 국가유공자 또는 보훈보상대상자로 등록을 신청할 수 있습니다. 심사는 <strong>요건심사</strong>(복무와의 관계)와 <strong>신체검사</strong>(상이등급) 두 단계로 이루어집니다.</p>',
        },
        { type: 'heading', content: '확인하는 기록' },
        {
          type: 'list',
          items: [
            '군 병원과 민간병원의 의무기록',
            '발병·부상 당시의 사고 보고와 근무 기록',
            '입대 전 건강 상태를 보여 주는 자료',
            '함께 복무한 사람의 진술',
          ],
        },
        { type: 'heading', content: '알아 둘 점' },
        {
          type: 'text',
          content:
            '<p>등록이 거부된 때에는 이의신청과 행정심판, 행정소송을 할 수 있습니다. 거부 통지서를 받은 날짜에 따라 기한이 정해집니다.</p>',
        },
        ...FAQ_SECTIONS,
        CASE_TERMS,
        HEALTH_DATA_CONSENT,
      ],
    },
  },
  {
    id: 23,
    title: '장애보상금·재해보상 청구',
    tagline: '퇴직 후 청구할 수 있는 보상을 확인합니다',
    category: 'after',
    position: 31,
    card_description: '<p>군인 재해보상 제도에서 받을 수 있는 보상을 확인하고 청구서를 작성합니다.</p>',
    keywords: ['보상금', '장애', '후유증', '다쳤어요', '연금', '상해', '재해'],
    price: {
      original_price: 400_000,
      plans: [
        { name: '청구서 작성', price: 250_000, description: '보상 대상 여부를 검토하고 청구서와 의견서를 작성합니다.' },
      ],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: {
      title: '군인 재해보상 청구',
      sections: [
        { type: 'title', content: '청구하지 않으면 지급되지 않습니다' },
        {
          type: 'text',
          content:
            '<p>공무와 관련된 질병이나 부상으로 장애가 남은 때에는 장애보상금 등을 청구할 수 있습니다. 보훈 등록과는 다른 제도이므로 <strong>각각 청구</strong>해야 하며, 소멸시효가 있습니다.</p>',
        },
        { type: 'heading', content: '진행 순서' },
        {
          type: 'list',
          items: [
            '복무기록과 의무기록을 확인합니다.',
            '청구할 수 있는 급여와 기한을 안내합니다.',
            '청구서와 의견서를 작성합니다.',
          ],
        },
        ...FAQ_SECTIONS,
        CASE_TERMS,
        HEALTH_DATA_CONSENT,
      ],
    },
  },
  {
    id: 24,
    title: '예비군 훈련 연기·불참 대응',
    tagline: '훈련 통지서와 고발 예고를 받았을 때',
    category: 'after',
    position: 32,
    card_description: '<p>훈련 연기 사유를 정리하고, 불참으로 고발될 염려가 있을 때 대응합니다.</p>',
    keywords: ['예비군', '훈련 연기', '불참', '못 갔어요', '벌금', '고발', '향방'],
    price: {
      original_price: 150_000,
      plans: [{ name: '서면 대응', price: 100_000, description: '연기 신청서 또는 소명서를 작성합니다.' }],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: {
      title: '예비군 훈련에 참석하기 어려울 때',
      sections: [
        { type: 'title', content: '연락하지 않은 불참은 고발로 이어질 수 있습니다' },
        {
          type: 'text',
          content:
            '<p>정당한 사유 없이 훈련에 참석하지 않으면 예비군법에 따라 처벌될 수 있습니다. 통지서를 받지 못하였거나 참석하기 어려운 사정이 있었다면 <strong>자료와 함께 소명</strong>해야 합니다.</p>',
        },
        { type: 'heading', content: '다루는 사유' },
        { type: 'list', items: ['질병과 부상', '시험과 출장', '통지서를 받지 못한 사정', '가족의 경조사와 돌봄'] },
        ...FAQ_SECTIONS,
      ],
    },
  },
];
