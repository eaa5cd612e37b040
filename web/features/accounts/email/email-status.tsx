import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '#shared/format/dates.ts';
import { useAction } from '#web/lib/use-action.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { emailStatusQuery, requestVerification } from './email-api.ts';

/** Shows whether the saved address is proved, with a way to get another link (contract §3). */
export function EmailStatus() {
  const status = useQuery(emailStatusQuery);
  const [sent, setSent] = useState<string>();
  const { run, isBusy, problem } = useAction();
  const handleClick = () => run(async () => setSent((await requestVerification()).message));
  if (status.data === undefined || status.data.email === '') return null;
  const { email, is_verified, is_trusted, recovery_until } = status.data;
  if (is_verified) return <p className="text-small text-success">확인된 주소입니다.</p>;
  return (
    <div className="text-small text-ink-500">
      <p>
        <span className="break-all">{email}</span> 주소는 아직 확인되지 않았습니다. 받으신 메일의 링크를 열어
        확인해주세요.
        {!is_trusted && ' 확인하시기 전에는 이 주소로 아이디와 비밀번호를 찾으실 수 없습니다.'}
        {recovery_until !== null && ` ${formatDate(recovery_until)}까지는 이전 주소로 찾으실 수 있습니다.`}
      </p>
      <p aria-live="polite">
        {sent ?? problem ?? (
          <button type="button" disabled={isBusy} onClick={() => void handleClick()} className={TEXT_LINK}>
            확인 메일 다시 받기
          </button>
        )}
      </p>
    </div>
  );
}
