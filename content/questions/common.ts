import { ANSWERS_SELF, type QuestionGroup, type QuestionOption } from '#shared/rules/questions/question-set.ts';

/** Options from their labels; the id is the place in the list, so a list only ever grows at its end. */
export function options(...labels: readonly string[]): readonly QuestionOption[] {
  return labels.map((label, index) => ({ id: String(index + 1), label }));
}

/** Questions that every set begins with. SAMPLE: the firm's lawyers check each of them. */
export const COMMON: QuestionGroup = {
  title: '연락과 안전',
  questions: [
    {
      id: 'no_secrets',
      kind: 'notice',
      label: '부대 이름, 작전과 시설 정보, 다른 군인의 이름은 적지 마세요. 이름 대신 계급과 관계로 적어주세요.',
    },
    { id: ANSWERS_SELF, kind: 'yes_no', label: '의뢰인(군인) 본인이 답하고 있나요?', required: true },
    {
      id: 'client_knows',
      kind: 'yes_no',
      label: '의뢰인이 이 일을 알고 있나요?',
      required: true,
      when: { id: ANSWERS_SELF, is: [false] },
    },
    {
      id: 'rank_group',
      kind: 'choice',
      label: '의뢰인의 신분',
      required: true,
      options: options('병', '부사관', '장교', '훈련병', '사회복무요원', '입대 전'),
    },
    { id: 'reach', kind: 'text', label: '연락이 되는 때와 방법', required: true },
    { id: 'danger', kind: 'yes_no', label: '지금 위험한 상황인가요?' },
    {
      id: 'danger_lines',
      kind: 'notice',
      label: '지금 위험하다면 국방헬프콜 1303, 자살예방상담 109, 경찰 112로 먼저 전화하세요.',
      when: { id: 'danger', is: [true] },
    },
  ],
};
