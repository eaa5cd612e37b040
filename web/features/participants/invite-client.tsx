import { useState } from 'react';
import type { Invitation } from '#shared/features/participants/invitation-schemas.ts';
import { ApiError, errorMessage } from '#web/lib/api-error.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LinkToShare } from '#web/ui/sharing/link-to-share.tsx';
import { inviteClient, withdrawInvitation } from './api.ts';

const MESSAGES: Readonly<Record<string, string>> = {
  SMS_OFF: '지금은 문자를 보낼 수 없습니다. 링크를 만들어 직접 전달해주세요.',
  PHONE_UNUSABLE: '군인의 휴대폰 번호로는 문자를 보낼 수 없습니다. 링크를 만들어 직접 전달해주세요.',
  TOO_MANY_REQUESTS: '오늘 만들 수 있는 초대를 모두 만들었습니다. 내일 다시 시도해주세요.',
  INVITATION_INVALID: '지금 쓸 수 있는 초대가 없습니다.',
};

function toMessage(error: unknown): string {
  const own = error instanceof ApiError && error.code ? MESSAGES[error.code] : undefined;
  return own ?? errorMessage(error);
}

type Props = {
  orderId: number;
  name: string;
  hasPhone: boolean;
  /** True while an invitation is open. */
  isInvited: boolean;
  /** Reads the participants again. */
  onChange: () => Promise<void>;
};

/** The buyer invites the soldier: by a link that is passed on, or by one SMS. */
export function InviteClient({ orderId, name, hasPhone, isInvited, onChange }: Props) {
  const [made, setMade] = useState<Invitation>();
  const [done, setDone] = useState<string>();
  const { run, isBusy, problem } = useAction({ toMessage });

  const handleInvite = (isSent: boolean) =>
    run(async () => {
      setDone(undefined);
      setMade(await inviteClient(orderId, isSent ? { send: 'sms' } : {}));
      await onChange();
      setDone(
        isSent ? `${name}님의 번호로 초대 문자를 한 번 보냈습니다.` : `링크를 만들었습니다. ${name}님에게 보내주세요.`,
      );
    });
  const handleWithdraw = () =>
    run(async () => {
      await withdrawInvitation(orderId);
      setMade(undefined);
      await onChange();
      setDone('초대를 취소했습니다. 전에 보낸 링크는 열리지 않습니다.');
    });

  return (
    <div className="rounded-card border border-line bg-surface p-5 md:p-6">
      <p>
        {`${name}님이 자신의 계정으로 참여하면 직접 서류를 내고 담당 변호사와 이야기할 수 있습니다. 그때부터 사건의 내용은 ${name}님이 정한 범위만 보입니다.`}
      </p>
      <p className="mt-2 text-ink-500 text-small">
        결제와 환불, 내가 쓴 글과 올린 파일은 그대로 보입니다. 링크는 14일 동안 한 분만 쓸 수 있고, 새로 만들면 전의
        링크는 끝납니다.
      </p>
      {!hasPhone && (
        <p className="mt-2 text-small">
          신청에 군인의 휴대폰 번호가 없어 본인인증으로 확인할 수 없습니다. 전화로 알려주시면 담당자가 확인해드립니다.
        </p>
      )}
      {made && <LinkToShare invitation={made} />}
      <div className="mt-4 grid gap-3 empty:hidden">
        {problem && <Notice kind="danger">{problem}</Notice>}
        {done && <Notice kind="success">{done}</Notice>}
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        {/* A new link ends the one that was sent: not the next step any more. */}
        <Button
          kind={isInvited ? 'secondary' : 'primary'}
          isBusy={isBusy}
          disabled={!hasPhone}
          onClick={() => void handleInvite(false)}
        >
          {isInvited ? '새 링크 만들기' : '초대하기'}
        </Button>
        <Button kind="secondary" disabled={isBusy || !hasPhone} onClick={() => void handleInvite(true)}>
          문자로 보내기
        </Button>
        {isInvited && (
          <Button kind="secondary" disabled={isBusy} onClick={() => void handleWithdraw()}>
            초대 취소
          </Button>
        )}
      </div>
    </div>
  );
}
