import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { reportSignUp } from '#web/lib/analytics/page-analytics.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { socialPersonQuery } from './social-api.ts';
import { SocialRegisterForm } from './social-register-form.tsx';

type Props = {
  socialToken: string;
  onRegistered: () => Promise<void>;
  /** Discards the token and shows the normal sign-up. */
  onLeave: () => void;
};

/** Says that the token is invalid and what to do instead (spec §4, social registration). */
function InvalidToken({ message, onLeave }: { message: string; onLeave: () => void }) {
  return (
    <div className="grid gap-5">
      <Notice kind="danger">{message}</Notice>
      <div className="flex flex-wrap gap-3">
        <Link to="/login" className={buttonClass('primary')}>
          로그인 화면으로
        </Link>
        <Button kind="secondary" onClick={onLeave}>
          아이디로 가입하기
        </Button>
      </div>
    </div>
  );
}

/** The sign-up after a social login: verifies the token, then asks for the rest. */
export function SocialRegister({ socialToken, onRegistered, onLeave }: Props) {
  const person = useQuery(socialPersonQuery(socialToken));
  const [invalidMessage, setInvalidMessage] = useState<string>();
  const { error } = person;
  const isRefused = error instanceof ApiError && error.status === 400;
  const message = invalidMessage ?? (isRefused ? error.message : undefined);
  if (message !== undefined) return <InvalidToken message={message} onLeave={onLeave} />;
  if (person.data === undefined) {
    if (error && !person.isFetching) {
      return (
        <div className="grid justify-items-start gap-5">
          <Notice kind="danger">{error.message}</Notice>
          <Button onClick={() => void person.refetch()}>다시 시도</Button>
        </div>
      );
    }
    return (
      <div role="status" className="flex min-h-[280px] items-center justify-center">
        <Spinner />
        <span className="sr-only">소셜 로그인을 확인하고 있습니다</span>
      </div>
    );
  }
  const { provider } = person.data;
  const handleRegistered = () => {
    reportSignUp(provider);
    return onRegistered();
  };
  return (
    <SocialRegisterForm
      socialToken={socialToken}
      person={person.data}
      onRegistered={handleRegistered}
      onTokenInvalid={setInvalidMessage}
    />
  );
}
