import { useNavigate } from '@tanstack/react-router';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { IdentityStart } from '../identity/identity-start.tsx';

/** The identity check of a person who was invited. */
export function JoinIdentityPage() {
  const navigate = useNavigate();
  return (
    <AccountPage
      title="본인인증"
      lead="통신사에 등록된 이름과 휴대폰 번호가 초대받은 분의 것과 같은지 확인합니다."
      backTo="/join"
    >
      <div className="grid gap-6">
        <IdentityStart
          returnPath="/join/identity"
          onResult={({ authenticationId, search }) =>
            navigate({ to: '/join/identity/$authenticationId', params: { authenticationId }, search, replace: true })
          }
        />
      </div>
    </AccountPage>
  );
}
