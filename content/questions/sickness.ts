import type { QuestionSet } from '#shared/rules/questions/question-set.ts';
import { COMMON, options } from './common.ts';

/** SAMPLE: the firm's lawyers check every question. */
export const SICKNESS: QuestionSet = {
  set: 'sickness',
  title: '질병·부상 질문지 (예시)',
  version: 1,
  serviceIds: [16],
  groups: [
    COMMON,
    {
      title: '아픈 곳과 진료',
      questions: [
        {
          id: 'complaint',
          kind: 'long',
          label: '어디가 언제부터 아픈가요?',
          required: true,
          sensitive: true,
          audience: 'client',
        },
        {
          id: 'occasion',
          kind: 'choice',
          label: '무엇을 하다가 다치거나 아프게 되었나요?',
          required: true,
          options: options('훈련', '작업', '개인 시간', '입대 전'),
        },
        {
          id: 'witnesses',
          kind: 'long',
          label: '본 사람의 계급과 관계, 사고 보고를 했는지',
          when: { id: 'occasion', is: ['1', '2'] },
        },
        {
          id: 'treatment',
          kind: 'long',
          label: '진료한 곳과 날짜 (의무대, 군병원, 민간 병원)',
          required: true,
          sensitive: true,
          audience: 'client',
        },
        { id: 'diagnosis', kind: 'long', label: '진단명, 수술, 약', sensitive: true, audience: 'client' },
        {
          id: 'conscription_papers',
          kind: 'long',
          label: '병역판정검사 때 낸 자료',
          sensitive: true,
          audience: 'client',
        },
      ],
    },
    {
      title: '지금 상태와 바라는 것',
      questions: [
        {
          id: 'present',
          kind: 'choice',
          label: '지금 상태',
          required: true,
          options: options('근무', '입실', '입원', '휴가'),
        },
        { id: 'leave_days', kind: 'text', label: '올해 쓴 청원휴가 일수', required: true, max: 20 },
        {
          id: 'wish',
          kind: 'choices',
          label: '원하는 것',
          required: true,
          options: options('진료', '휴가', '의병전역', '공상', '보상'),
        },
        {
          id: 'medical_board',
          kind: 'text',
          label: '의무조사 날짜나 신체등급 결과',
          when: { id: 'wish', is: ['3'] },
        },
        {
          id: 'injury_decided_on',
          kind: 'date',
          label: '전공상 심사 결과를 받은 날',
          when: { id: 'wish', is: ['4'] },
          deadline: 'compensation_review',
        },
        { id: 'refused', kind: 'long', label: '휴가나 진료를 거절한 사람의 직책과 까닭, 날짜' },
        { id: 'discharge_on', kind: 'date', label: '전역 예정일' },
        { id: 'fetch_records', kind: 'yes_no', label: '의무기록을 저희가 떼어 드릴까요?' },
        {
          id: 'record_forms',
          kind: 'paper',
          label: '자필로 서명한 동의서와 위임장',
          help: '의무기록을 대신 발급받으려면 의뢰인이 손으로 서명한 동의서와 위임장이 필요합니다.',
          when: { id: 'fetch_records', is: [true] },
        },
      ],
    },
  ],
};
