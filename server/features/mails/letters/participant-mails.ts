import { FIRM } from '#content/firm.ts';
import type { MailParams, ParticipantChange } from '../mail.ts';
import type { Letter } from './letter.ts';

const CHANGES: Readonly<Record<ParticipantChange, string>> = {
  joined: '초대받은 분이 참여했습니다.',
  left: '참여하던 분이 참여를 끝냈습니다.',
  changed: '담당자가 통화로 확인하고 참여자를 바꾸었습니다.',
  invitation_waiting:
    '초대하신 분이 아직 참여하지 않았습니다. 링크를 다시 보내시거나, 연락이 어려우면 전화로 알려주세요. 제출하는 서류는 의뢰인 본인의 위임이 있어야 합니다.',
  invitation_failed:
    '초대 링크에서 다른 사람의 본인인증이 여러 번 있어 링크를 끝냈습니다. 초대할 분의 이름과 휴대폰 번호를 확인한 뒤 다시 초대해주세요.',
};

/** Names neither person nor service: mails are read on lock screens and by other people. */
export function participantsChangedLetter(
  { orderId, orderNumber, change }: MailParams['participants_changed'],
  siteUrl: string,
): Letter {
  return {
    subject: '참여자 변경 안내',
    greeting: '안녕하세요. 아래 사건의 참여자에 관한 안내입니다.',
    parts: [
      { rows: [['주문 번호', orderNumber]] },
      { text: CHANGES[change] },
      { label: '사건 보기', url: `${siteUrl}/orders/${orderId}` },
      { text: `궁금하신 점이 있으면 ${FIRM.phone}으로 연락해주세요.` },
    ],
  };
}
