import { Link } from '@tanstack/react-router';
import type { Account } from '#shared/features/accounts/schemas.ts';
import { PhoneProof } from '#web/features/accounts/phone/phone-proof.tsx';
import { LoginEvents } from '#web/features/accounts/security/login-events.tsx';
import { OpenSessions } from '#web/features/accounts/security/open-sessions.tsx';
import { PageSection } from '#web/features/layout/page-section.tsx';
import { NoticeSettings } from '#web/features/notices/notice-settings.tsx';
import { buttonClass } from '#web/ui/button-class.ts';

/**
 * Phone, notices, consents and security of the account: the lower part of my page, loaded after it.
 */
export function AccountSections({ role }: Pick<Account, 'role'>) {
  return (
    <>
      <PageSection heading="휴대폰 인증" lead="신청과 상담에 관한 연락을 받으실 번호가 본인의 번호인지 확인합니다.">
        <PhoneProof />
      </PageSection>
      <PageSection
        id="notices"
        heading="알림 설정"
        lead="사건 진행과 계정에 관한 알림을 어떤 수단으로 받으실지 정합니다."
      >
        <NoticeSettings />
      </PageSection>
      <PageSection id="security" heading="2단계 인증" lead="비밀번호 다음에 휴대폰이나 지문으로 한 번 더 확인합니다.">
        <Link to="/profile/second-factor" className={buttonClass('secondary')}>
          2단계 인증 설정
        </Link>
      </PageSection>
      <PageSection heading="로그인한 기기" lead="모르는 기기가 있으면 로그아웃하고 비밀번호를 바꿔주세요.">
        <OpenSessions />
      </PageSection>
      <PageSection heading="로그인 기록" lead={`최근 ${role === 'admin' ? '2년' : '3개월'} 동안의 기록입니다.`}>
        <LoginEvents />
      </PageSection>
    </>
  );
}
