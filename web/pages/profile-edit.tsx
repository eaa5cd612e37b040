import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Account, UpdateProfileRequest } from '#shared/contract/accounts.ts';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { updateProfile } from '#web/features/accounts/api.ts';
import { forgetAccount, refreshAuth } from '#web/features/accounts/auth.ts';
import { CloseAccountDialog } from '#web/features/accounts/close-account-dialog.tsx';
import { ProfileForm } from '#web/features/accounts/profile-form.tsx';
import { api } from '#web/lib/api-client.ts';
import { tell } from '#web/ui/ask.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { LoadError } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The account as the server has it now: a form must not start from what another tab has changed since. */
const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.get<Account>('/api/auth/my', { signal }),
  // A form that is filled in must not be filled anew from the server meanwhile.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  meta: { isPersonal: true },
});

export function ProfileEditPage() {
  const profile = useQuery(profileQuery);
  return (
    <AccountPage title="회원 정보 수정" lead="이름과 이메일, 군 복무 상태를 고치고 비밀번호를 바꿉니다.">
      {profile.data !== undefined ? (
        <ProfileEdit user={profile.data} />
      ) : profile.isError ? (
        <LoadError subject="회원 정보" message={profile.error.message} onRetry={() => void profile.refetch()} />
      ) : (
        <div role="status">
          <span className="sr-only">불러오고 있습니다</span>
          <Skeleton className="h-96 w-full" />
        </div>
      )}
    </AccountPage>
  );
}

function ProfileEdit({ user }: { user: Account }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isClosing, setClosing] = useState(false);

  const handleSubmit = async (request: UpdateProfileRequest) => {
    const { message } = await updateProfile(request);
    await refreshAuth(queryClient);
    return message;
  };

  const handleClosed = async () => {
    setClosing(false);
    await navigate({ to: '/', replace: true });
    forgetAccount(queryClient);
    await tell({ title: '탈퇴가 완료되었습니다', message: '그동안 이용해 주셔서 감사합니다.' });
  };

  return (
    <>
      <ProfileForm user={user} onSubmit={handleSubmit} />
      <div className="mt-10 flex flex-wrap items-center justify-between gap-x-6 border-line border-t pt-4">
        <Link to="/profile" className={TEXT_LINK}>
          마이페이지로
        </Link>
        <button type="button" onClick={() => setClosing(true)} className={TEXT_LINK}>
          회원 탈퇴
        </button>
      </div>
      <CloseAccountDialog isOpen={isClosing} onClose={() => setClosing(false)} onClosed={handleClosed} />
    </>
  );
}
