import type { QuestionSet } from '#shared/rules/questions/question-set.ts';
import { COMMON, options } from './common.ts';

/** SAMPLE: the firm's lawyers check every question. */
export const BEFORE_ENLISTING: QuestionSet = {
  set: 'before_enlisting',
  title: '입대 전 패키지 질문지 (예시)',
  version: 1,
  serviceIds: [1, 2],
  groups: [
    COMMON,
    {
      title: '입대와 건강',
      questions: [
        { id: 'enlists_on', kind: 'date', label: '입영 예정일', required: true },
        {
          id: 'branch',
          kind: 'choice',
          label: '군',
          required: true,
          options: options('육군', '해군', '공군', '해병대', '아직 모름'),
        },
        { id: 'grade', kind: 'text', label: '병역 처분과 신체등급', required: true },
        { id: 'treatment', kind: 'long', label: '지금 진료받는 병과 약', sensitive: true, audience: 'client' },
        {
          id: 'five_years',
          kind: 'long',
          label: '5년 안의 수술, 입원, 마음 건강 진료',
          sensitive: true,
          audience: 'client',
        },
        {
          id: 'untold',
          kind: 'long',
          label: '병역판정검사 때 말하지 못한 것',
          sensitive: true,
          audience: 'client',
        },
        { id: 'records', kind: 'paper', label: '갖고 있는 의무기록' },
      ],
    },
    {
      title: '생활과 걱정',
      questions: [
        { id: 'family', kind: 'long', label: '생계, 부양, 혼인, 자녀' },
        { id: 'prosecution', kind: 'long', label: '수사나 재판 중인 일', sensitive: true, audience: 'client' },
        { id: 'plans', kind: 'long', label: '학업, 자격, 특기 희망' },
        { id: 'abroad', kind: 'long', label: '국외 체류나 복수 국적' },
        { id: 'worries', kind: 'long', label: '걱정되는 일', required: true },
        { id: 'reach_in_training', kind: 'text', label: '훈련소 기간의 연락 방법', required: true },
        { id: 'in_need', kind: 'text', label: '급할 때 대신 연락할 사람과의 관계', required: true },
        {
          id: 'may_see',
          kind: 'choices',
          label: '그 사람이 볼 수 있는 것',
          required: true,
          audience: 'client',
          options: options('진행', '서류', '상담'),
        },
      ],
    },
  ],
};
