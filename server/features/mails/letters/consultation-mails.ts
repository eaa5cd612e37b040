import type { MailParams } from '../mail.ts';
import type { Letter } from './letter.ts';

/** To administrators: a message of a customer waits. Says nothing of customer, text or subject. */
export function consultationWaitingLetter(
  { conversationId }: MailParams['consultation_waiting'],
  siteUrl: string,
): Letter {
  return {
    subject: `답변을 기다리는 상담이 있습니다 (${conversationId}번)`,
    greeting: '안녕하세요. 고객의 메시지가 10분 넘게 답변을 기다리고 있습니다.',
    parts: [{ label: '상담 열기', url: `${siteUrl}/admin/chat?id=${conversationId}` }],
  };
}
