import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { PhoneStatus } from '#shared/features/accounts/phone-schemas.ts';
import { formatDate } from '#shared/format/dates.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { refreshAuth } from '#web/features/accounts/auth.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { buttonClass, TEXT_LINK } from '#web/ui/button-class.ts';
import { LoadError } from '#web/ui/list-page.tsx';
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx';
import { phoneStatusQuery } from './api.ts';
import { CodeProof } from './code-proof.tsx';

const METHOD_LABELS = { identity: '본인인증', sms: '문자 인증' } as const;

/** Shows whether the account's number is proved, and the ways to prove it (contract §7). */
export function PhoneProof() {
  const status = useQuery(phoneStatusQuery);
  const problem = useKnownProblem(status);
  const [isJustVerified, setJustVerified] = useState(false);
  if (status.data === undefined) {
    if (problem) return <LoadError subject="휴대폰 인증" error={problem} onRetry={() => void status.refetch()} />;
    return (
      <div role="status" className="relative">
        <LoadingWords>휴대폰 인증 불러오는 중</LoadingWords>
        <Skeleton className="h-24 w-full" />
      </div>
    );
  }
  const handleVerified = async () => {
    setJustVerified(true);
    await Promise.all([status.refetch(), refreshAuth()]);
  };
  return (
    <div className="rounded-card border border-line bg-surface px-5 py-4">
      {status.data.phone_verified ? (
        <Verified status={status.data} isFocused={isJustVerified} />
      ) : (
        <Ways status={status.data} onVerified={handleVerified} />
      )}
    </div>
  );
}

/** After the form is gone, the focus goes to what it led to. */
function Verified({ status, isFocused }: { status: PhoneStatus; isFocused: boolean }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isFocused) text.current?.focus();
  }, [isFocused]);
  return (
    <>
      <p ref={text} tabIndex={-1} className="text-success">
        <span className="tabular-nums">{formatPhone(status.phone)}</span> 번호를 인증했습니다.
      </p>
      {status.proofs.length > 0 && (
        <p className="mt-1 text-ink-500 text-small">
          {status.proofs.map(({ method, proven_at }) => `${METHOD_LABELS[method]} ${formatDate(proven_at)}`).join(', ')}
        </p>
      )}
    </>
  );
}

type WaysProps = { status: PhoneStatus; onVerified: () => Promise<void> };

function Ways({ status, onVerified }: WaysProps) {
  const { phone, is_mobile, ways, code } = status;
  const isPossible = is_mobile && (ways.sms || ways.identity);
  return (
    <div className="grid gap-4">
      <p className="text-ink-900">
        {phone ? <span className="tabular-nums">{formatPhone(phone)}</span> : '등록된 번호가 없습니다.'}
        {phone &&
          (is_mobile ? ' 번호는 아직 인증하지 않았습니다.' : ' 번호는 휴대폰 번호가 아니어서 인증할 수 없습니다.')}{' '}
        <Link to="/profile/edit" className={TEXT_LINK}>
          번호 수정
        </Link>
      </p>
      {is_mobile && !isPossible && (
        <p className="text-ink-500 text-small">지금은 휴대폰 인증을 이용하실 수 없습니다.</p>
      )}
      {is_mobile && ways.sms && <CodeProof phone={phone} initial={code} onVerified={onVerified} />}
      {is_mobile && ways.identity && (
        <div className="border-line border-t pt-4">
          <p className="text-small">통신사에 등록된 이름과 번호로 확인하실 수도 있습니다.</p>
          <Link to="/profile/identity" className={buttonClass('secondary', 'mt-3')}>
            본인인증으로 확인
          </Link>
        </div>
      )}
    </div>
  );
}
