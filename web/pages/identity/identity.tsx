import { useNavigate } from '@tanstack/react-router';
import { formatPhone } from '#shared/format/phone.ts';
import { DEFAULT_RETURN_TO } from '#shared/platform/return-to.ts';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { useAuth } from '#web/features/accounts/auth.ts';
import { IdentityStart } from './identity-start.tsx';

/** Proves the phone of the account by the provider's identity check. */
export function IdentityPage() {
  const auth = useAuth();
  const navigate = useNavigate();
  const user = auth.status === 'loggedIn' ? auth.user : undefined;
  return (
    <AccountPage
      title="본인인증"
      lead="통신사에 등록된 이름과 휴대폰 번호가 회원 정보와 같은지 확인합니다."
      backTo={DEFAULT_RETURN_TO}
    >
      <div className="grid gap-6">
        {user && (
          <dl className="grid gap-1 rounded-card border border-line bg-surface px-5 py-4">
            <div className="flex gap-4">
              <dt className="w-20 shrink-0 text-ink-500 text-small">이름</dt>
              <dd className="text-ink-900">{user.fullname || '입력하지 않음'}</dd>
            </div>
            <div className="flex gap-4">
              <dt className="w-20 shrink-0 text-ink-500 text-small">휴대폰 번호</dt>
              <dd className="text-ink-900 tabular-nums">{formatPhone(user.phone) || '입력하지 않음'}</dd>
            </div>
          </dl>
        )}
        <IdentityStart
          returnPath="/profile/identity"
          onResult={({ authenticationId, search }) =>
            navigate({ to: '/profile/identity/$authenticationId', params: { authenticationId }, search, replace: true })
          }
        />
      </div>
    </AccountPage>
  );
}
