import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as accountCalls from '#shared/features/accounts/calls.ts';
import type { Account, UpdateProfileBody } from '#shared/features/accounts/schemas.ts';
import { DEFAULT_RETURN_TO } from '#shared/platform/return-to.ts';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { closingQuery, profileQuery, updateProfile } from '#web/features/accounts/api.ts';
import { setAccount, useForgetAccount } from '#web/features/accounts/auth.ts';
import { emailStatusQuery } from '#web/features/accounts/email/email-api.ts';
import { CloseAccountDialog } from '#web/features/accounts/profile/close-account-dialog.tsx';
import { ProfileForm } from '#web/features/accounts/profile/profile-form.tsx';
import { urlOf } from '#web/lib/send.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { buttonClass, TEXT_LINK } from '#web/ui/button-class.ts';
import { InAppHint } from '#web/ui/in-app/in-app-hint.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { Outcome } from '#web/ui/outcome.tsx';
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx';

const route = getRouteApi('/queries/profile/edit');

export function ProfileEditPage() {
  const { from: cameFrom } = route.useSearch();
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return <Goodbye />;
  return (
    <AccountPage
      title="회원 정보 수정"
      lead="이름과 전화번호, 이메일, 군 복무 상태를 고치고 비밀번호를 바꿉니다."
      backTo={cameFrom ?? DEFAULT_RETURN_TO}
    >
      <LoadedProfile onClosed={() => setClosed(true)} />
    </AccountPage>
  );
}

function LoadedProfile({ onClosed }: { onClosed: () => void }) {
  const profile = useQuery(profileQuery);
  const closing = useQuery(closingQuery);
  const problem = useKnownProblem(profile);
  // An answer that is late or failed does not keep the form away.
  const isClosingKnown = !closing.isLoading || closing.failureCount > 0;
  if (profile.data !== undefined && isClosingKnown) {
    // Only one dialog needs the second answer, so that dialog shows its failure.
    return <ProfileEdit user={profile.data} hasPassword={closing.data?.needsPassword ?? true} onClosed={onClosed} />;
  }
  if (problem) {
    return <LoadError subject="회원 정보" error={problem} onRetry={() => void profile.refetch()} />;
  }
  return (
    <div role="status" className="relative">
      <LoadingWords>불러오고 있습니다</LoadingWords>
      <Skeleton className="h-[860px] w-full" />
    </div>
  );
}

function ProfileEdit({ user, hasPassword, onClosed }: { user: Account; hasPassword: boolean; onClosed: () => void }) {
  const queryClient = useQueryClient();
  const [isClosing, setClosing] = useState(false);

  const handleSubmit = async (request: UpdateProfileBody) => {
    const { message, user: updated } = await updateProfile(request);
    // Taken from the response: a refetch that fails would show the page of a logged-out user.
    setAccount(updated);
    // Saving another address sends a link to it.
    void queryClient.invalidateQueries({ queryKey: emailStatusQuery.queryKey });
    return message;
  };

  return (
    <>
      <ProfileForm
        user={user}
        hasPassword={hasPassword}
        onSubmit={handleSubmit}
        actions={
          <Link to="/profile" className={buttonClass('secondary', 'grow sm:grow-0')}>
            마이페이지로
          </Link>
        }
      />
      <p className="mt-10 flex flex-wrap gap-x-6 border-line border-t pt-4">
        <a href={urlOf(accountCalls.getPersonalData)} download className={TEXT_LINK}>
          내 정보 내려받기
        </a>
        <button type="button" onClick={() => setClosing(true)} className={TEXT_LINK}>
          회원 탈퇴
        </button>
      </p>
      <InAppHint className="text-small">이 앱 안에서는 파일이 저장되지 않을 수 있습니다.</InAppHint>
      <CloseAccountDialog isOpen={isClosing} onClose={() => setClosing(false)} onClosed={onClosed} />
    </>
  );
}

/** After the account was closed: forget it here, when nothing rendered would fetch it again. */
function Goodbye() {
  const forgetAccount = useForgetAccount();
  useEffect(forgetAccount, [forgetAccount]);
  return (
    <AccountPage title="회원 탈퇴">
      <Outcome title="탈퇴가 완료되었습니다">
        <p>회원 정보를 지웠습니다. 그동안 이용해 주셔서 감사합니다.</p>
        <p>
          <Link to="/" className={buttonClass('secondary')}>
            홈으로
          </Link>
        </p>
      </Outcome>
    </AccountPage>
  );
}
