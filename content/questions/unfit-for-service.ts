import type { QuestionSet } from '#shared/rules/questions/question-set.ts';
import { COMMON, options } from './common.ts';

/** SAMPLE: the firm's lawyers check every question. */
export const UNFIT_FOR_SERVICE: QuestionSet = {
  set: 'unfit_for_service',
  title: '현역복무부적합심사 질문지 (예시)',
  version: 1,
  serviceIds: [19],
  groups: [
    COMMON,
    {
      title: '방향과 단계',
      questions: [
        {
          id: 'direction',
          kind: 'choice',
          label: '원하는 방향',
          required: true,
          options: options('조기 전역', '계속 복무', '아직 모름'),
        },
        { id: 'family_agrees', kind: 'yes_no', label: '가족의 생각도 같나요?', audience: 'client' },
        {
          id: 'stage',
          kind: 'choice',
          label: '지금 어느 단계인가요?',
          required: true,
          options: options('상담', '보고', '조사', '심사 통지', '결정'),
        },
        {
          id: 'review',
          kind: 'text',
          label: '심사 날짜와 통지를 받은 날',
          required: true,
          when: { id: 'stage', is: ['4'] },
        },
        {
          id: 'decision_known_on',
          kind: 'date',
          label: '결정을 안 날',
          required: true,
          when: { id: 'stage', is: ['5'] },
          deadline: 'personnel_appeal',
        },
      ],
    },
    {
      title: '복무가 어려운 까닭',
      questions: [
        {
          id: 'causes',
          kind: 'choices',
          label: '복무가 어려운 까닭',
          required: true,
          sensitive: true,
          audience: 'client',
          options: options('적응', '마음 건강', '몸 건강', '가정', '괴롭힘', '징계'),
        },
        {
          id: 'treatment',
          kind: 'long',
          label: '진료받은 곳, 기간, 약',
          sensitive: true,
          audience: 'client',
          when: { id: 'causes', is: ['2', '3'] },
        },
        {
          id: 'self_harm',
          kind: 'yes_no',
          label: '자해나 극단적인 생각이 있었나요?',
          sensitive: true,
          audience: 'client',
        },
        { id: 'earlier', kind: 'long', label: '입대 전 상담이나 진료 기록', sensitive: true, audience: 'client' },
        { id: 'reported', kind: 'long', label: '신고한 일이 있나요?', when: { id: 'causes', is: ['5'] } },
      ],
    },
    {
      title: '부대의 조치',
      questions: [
        { id: 'measures', kind: 'long', label: '부대가 해 준 조치 (보직, 분리, 휴가, 캠프)' },
        { id: 'commander', kind: 'long', label: '지휘관과 나눈 말과 날짜' },
        { id: 'material', kind: 'paper', label: '낼 수 있는 자료' },
      ],
    },
  ],
};
