import type { Letter } from './letter.ts';
import type { MailParams } from './mail.ts';

/** To a customer who has not read a reply. Says nothing of its text or subject. */
export function consultationReplyLetter({ conversationId }: MailParams['consultation_reply'], siteUrl: string): Letter {
  return {
    subject: '상담에 답변이 도착했습니다',
    greeting: '안녕하세요. 문의하신 상담에 읽지 않은 답변이 있습니다.',
    parts: [
      { text: '상담 내용은 메일에 담지 않습니다. 로그인한 뒤 확인해주세요.' },
      { label: '답변 확인하기', url: `${siteUrl}/consult/${conversationId}` },
    ],
  };
}

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
