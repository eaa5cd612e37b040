import type { QuestionSet } from '#shared/rules/questions/question-set.ts';
import { COMMON, options } from './common.ts';

/** SAMPLE: the firm's lawyers check every question. */
export const DISCIPLINE: QuestionSet = {
  set: 'discipline',
  title: '징계 항고 질문지 (예시)',
  version: 1,
  serviceIds: [14],
  groups: [
    COMMON,
    {
      title: '지금 단계',
      questions: [
        {
          id: 'stage',
          kind: 'choice',
          label: '지금 어느 단계인가요?',
          required: true,
          options: options('조사 중', '출석 통지', '처분 받음', '항고함', '항고 결정'),
        },
        {
          id: 'hearing_on',
          kind: 'date',
          label: '징계위원회가 열리는 날',
          required: true,
          when: { id: 'stage', is: ['2'] },
        },
        {
          id: 'decision_received_on',
          kind: 'date',
          label: '징계처분서를 받은 날',
          required: true,
          when: { id: 'stage', is: ['3'] },
          deadline: 'discipline_appeal',
        },
        {
          id: 'punishment',
          kind: 'choice',
          label: '어떤 처분인가요?',
          required: true,
          when: { id: 'stage', is: ['3', '4', '5'] },
          options: options('견책', '근신', '휴가단축', '군기교육', '감봉', '정직', '강등', '파면·해임', '그 밖'),
        },
        {
          id: 'execution_on',
          kind: 'date',
          label: '집행이 시작된 날',
          when: { id: 'punishment', is: ['3', '4'] },
        },
        {
          id: 'appeal_decided_on',
          kind: 'date',
          label: '항고 결정서를 받은 날',
          required: true,
          when: { id: 'stage', is: ['5'] },
          deadline: 'lawsuit',
        },
      ],
    },
    {
      title: '사실과 의견',
      questions: [
        { id: 'reasons', kind: 'long', label: '처분서나 통지서에 적힌 사유를 옮겨 적어주세요.', required: true },
        { id: 'decision_paper', kind: 'paper', label: '징계처분서나 출석통지서 사진' },
        {
          id: 'facts',
          kind: 'long',
          label: '인정하는 사실과 다르게 기억하는 사실',
          required: true,
          audience: 'client',
        },
        { id: 'people', kind: 'long', label: '그 자리에 있던 사람 (이름 대신 관계)' },
        { id: 'statements', kind: 'long', label: '이미 낸 진술서나 반성문이 있나요?', required: true },
        {
          id: 'prosecution',
          kind: 'long',
          label: '같은 일로 수사나 재판을 받고 있나요?',
          sensitive: true,
          audience: 'client',
        },
        { id: 'record', kind: 'long', label: '전에 받은 징계와 표창' },
        {
          id: 'health',
          kind: 'long',
          label: '처분에 영향을 준 건강 문제가 있나요?',
          sensitive: true,
          audience: 'client',
        },
        {
          id: 'wish',
          kind: 'choice',
          label: '바라는 결과',
          required: true,
          options: options('취소', '감경', '그 밖'),
        },
      ],
    },
  ],
};
