import type { QuestionSet } from '#shared/rules/questions/question-set.ts';
import { COMMON, options } from './common.ts';

/** SAMPLE: the firm's lawyers check every question. */
export const HARASSMENT: QuestionSet = {
  set: 'harassment',
  title: '괴롭힘·폭행 피해 질문지 (예시)',
  version: 1,
  serviceIds: [21],
  groups: [
    COMMON,
    {
      title: '있었던 일',
      questions: [
        { id: 'same_place', kind: 'yes_no', label: '지금 그 사람과 같은 곳에 있나요?', required: true },
        {
          id: 'kinds',
          kind: 'choices',
          label: '어떤 일인가요?',
          required: true,
          options: options('폭행', '가혹행위', '폭언', '따돌림', '금품', '온라인'),
        },
        { id: 'sexual', kind: 'yes_no', label: '성적인 일이 있었나요?', sensitive: true, audience: 'client' },
        {
          id: 'last_on',
          kind: 'date',
          label: '마지막으로 일이 있었던 날',
          required: true,
          deadline: 'human_rights_complaint',
        },
        { id: 'first_and_count', kind: 'text', label: '처음 있었던 날과 횟수' },
        {
          id: 'story',
          kind: 'long',
          label: '가장 힘들었던 일을 시간 순서로 적어주세요.',
          required: true,
          audience: 'client',
        },
        { id: 'offenders', kind: 'text', label: '상대의 계급과 관계, 몇 명인지', required: true },
        { id: 'witnesses', kind: 'long', label: '본 사람의 계급과 관계' },
        { id: 'injuries', kind: 'long', label: '다친 곳과 진료', sensitive: true, audience: 'client' },
        {
          id: 'evidence',
          kind: 'paper',
          label: '증거 (사진, 메시지, 내가 참여한 대화의 녹음)',
        },
      ],
    },
    {
      title: '신고와 바라는 것',
      questions: [
        { id: 'reported', kind: 'long', label: '알린 곳과 날짜, 그 뒤의 조치', required: true },
        { id: 'retaliation', kind: 'long', label: '신고한 뒤의 불이익' },
        {
          id: 'dismissed_on',
          kind: 'date',
          label: '고소했다면 불기소 통지를 받은 날',
          deadline: 'prosecution_review',
        },
        {
          id: 'wish',
          kind: 'choices',
          label: '원하는 것',
          required: true,
          options: options('신고', '분리', '처벌', '합의', '배상', '먼저 상담'),
        },
        {
          id: 'family',
          kind: 'long',
          label: '가족에게 어디까지 알려도 되나요?',
          required: true,
          audience: 'client',
        },
        { id: 'settlement', kind: 'long', label: '합의하자는 말이 있었나요?' },
      ],
    },
  ],
};
