import { formatDeadline } from './contact-promise.ts';

/**
 * When the firm answers a message: `지금은 상담 시간(평일 09:00-18:00)이 아닙니다. 11월 23일(월) 09:00부터
 * 보내신 순서대로 답변드립니다.`
 */
export function deskSentence(desk: { is_open: boolean; changes_at: string }, officeHours: string): string {
  return desk.is_open
    ? `지금은 상담 시간(${officeHours})입니다. 보내신 순서대로 답변드립니다.`
    : `지금은 상담 시간(${officeHours})이 아닙니다. ${formatDeadline(desk.changes_at)}부터 보내신 순서대로 답변드립니다.`;
}
