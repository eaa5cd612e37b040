export type Story = {
  title: string;
  /** Never a real name: a letter, and no more than is needed to understand the case. */
  person: string;
  situation: string;
  help: string;
  outcome: string;
  serviceId: number;
};

export const STORIES: readonly Story[] = [
  {
    title: '진술 기회 없이 진행되던 징계',
    person: '육군 병사 A씨',
    situation: '휴대전화 사용 문제로 조사를 받은 뒤, 사유서 한 장만으로 징계위원회에 넘겨졌습니다.',
    help: '사실관계를 시간 순서로 정리한 의견서를 내고, 징계위원회에 출석하여 양정 사유를 설명했습니다.',
    outcome: '군기교육 요구에서 견책으로 감경되었습니다.',
    serviceId: 14,
  },
  {
    title: '무릎 부상에도 반려된 병가',
    person: '해병대 병사 B씨',
    situation: '훈련 중 다친 무릎의 수술이 필요했으나 민간병원 진료를 위한 청원휴가가 두 차례 반려되었습니다.',
    help: '진단서와 의무기록을 다시 정리하고, 근거 규정을 밝힌 신청서와 고충심사 청구서를 냈습니다.',
    outcome: '청원휴가가 허가되어 수술과 재활 치료를 받았습니다.',
    serviceId: 16,
  },
  {
    title: '생활관 안에서 이어진 폭언',
    person: '공군 병사 C씨',
    situation: '선임의 폭언과 사적 지시가 석 달간 이어졌고, 신고 뒤에도 같은 생활관을 썼습니다.',
    help: '분리 조치를 먼저 요청하고, 메시지와 동료의 진술을 모아 신고서와 진정서를 냈습니다.',
    outcome: '당일 분리 조치가 이루어졌고 가해자는 징계를 받았습니다.',
    serviceId: 21,
  },
];

export const STORIES_NOTE =
  '이해를 돕기 위한 예시 사례입니다. 사건의 결과는 사실관계에 따라 달라지며 같은 결과를 보장하지 않습니다.';
