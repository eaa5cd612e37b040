import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FIRM } from '#content/firm.ts';
import { AccountPage } from '#web/features/accounts/account-page.tsx';
import { resetWaysQuery } from '#web/features/accounts/api.ts';
import { OfficeTimes } from '#web/lib/navigation/desk-hours.tsx';
import { LINK_IN_TEXT, TEXT_LINK } from '#web/ui/button-class.ts';

const WAYS = [
  { to: '/find-id', title: '아이디 찾기', text: '가입하신 이메일로 아이디를 보내드립니다.' },
  { to: '/forgot-password', title: '비밀번호 재설정', text: '가입하신 이메일로 재설정 링크를 보내드립니다.' },
] as const;

export function AccountRecoveryPage() {
  const { data: ways } = useQuery(resetWaysQuery);
  return (
    <AccountPage title="아이디·비밀번호 찾기" lead="무엇을 찾으시는지 선택해주세요.">
      <ul className="grid gap-4">
        {WAYS.map(({ to, title, text }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex items-center justify-between gap-4 rounded-card border border-line bg-surface px-5 py-5 hover:border-ink-900"
            >
              <span>
                <span className="block text-h4 text-ink-900">{title}</span>
                <span className="block text-small text-ink-500">{text}</span>
              </span>
              <span aria-hidden="true" className="text-olive-700">
                →
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-6 text-small text-ink-500">
        {ways?.phone
          ? '이메일이 없어도 인증을 마친 휴대폰이 있으면 비밀번호를 재설정하실 수 있습니다. 둘 다 없으시면 '
          : '이메일을 등록하지 않으셨다면 '}
        <a href={`tel:${FIRM.phone}`} className={LINK_IN_TEXT}>
          {FIRM.phone}
        </a>
        으로 연락해주세요.{' '}
        <span className="whitespace-nowrap">
          (<OfficeTimes />)
        </span>
      </p>
      <p className="mt-6 border-line border-t pt-4">
        <Link to="/login" className={TEXT_LINK}>
          로그인으로 돌아가기
        </Link>
      </p>
    </AccountPage>
  );
}
