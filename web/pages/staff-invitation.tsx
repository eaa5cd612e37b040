import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { safeReturnTo } from '#shared/platform/return-to.ts';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { StaffForm } from '#web/features/accounts/registration/staff-form.tsx';
import { useLinkToken } from '#web/features/accounts/use-link-token.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Outcome } from '#web/ui/outcome.tsx';

const route = getRouteApi('/queries/staff-invitation');

const TITLE = '직원 계정 만들기';
const TOKEN_MISSING = '링크에 필요한 정보가 없습니다. 메일에 있는 링크를 다시 열어주세요.';

/** Where the mailed invitation to staff leads (contract §9). */
export function StaffInvitationPage() {
  const token = useLinkToken('/staff-invitation', route.useSearch().token);
  const [userId, setUserId] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const problem = refusal ?? (token === undefined ? TOKEN_MISSING : undefined);

  if (userId !== undefined) {
    return (
      <AccountPage title={TITLE}>
        <Outcome title="계정을 만들었습니다">
          <p>{`아이디 ${userId}(으)로 로그인해주세요. 관리 화면을 여시기 전에 2단계 인증을 등록하실 수 있습니다.`}</p>
          <Link to="/login" search={{ from: safeReturnTo('/admin') }} className={buttonClass('primary')}>
            로그인
          </Link>
        </Outcome>
      </AccountPage>
    );
  }
  if (problem !== undefined) {
    return (
      <AccountPage title={TITLE}>
        <Notice kind="danger">{problem}</Notice>
      </AccountPage>
    );
  }
  return (
    <AccountPage title={TITLE} lead="관리 화면에서 사용하실 아이디와 비밀번호를 정해주세요.">
      <StaffForm token={token ?? ''} onCreated={setUserId} onTokenInvalid={setRefusal} />
    </AccountPage>
  );
}
