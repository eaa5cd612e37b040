import { useQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import * as oauthCalls from '#shared/features/oauth/calls.ts';
import type { SocialProvider } from '#shared/features/oauth/schemas.ts';
import { isInAppBrowser, openOutsideAddress } from '#shared/platform/in-app-browser.ts';
import type { ReturnTo } from '#shared/platform/return-to.ts';
import { urlOf } from '#web/lib/send.ts';
import { readReturnTo } from '#web/lib/storage/page-storage.ts';
import { socialProvidersQuery } from './social-api.ts';
import { SOCIAL_SYMBOLS } from './social-symbols.tsx';

/** Equal in size and radius, so that none is emphasised (Kakao's guideline, the strictest one). */
const BUTTON =
  'relative flex min-h-12 w-full items-center justify-center rounded-[12px] border px-12 py-2.5 text-center font-semibold text-small';

/**
 * Naver's own label is white on its green, a contrast of 2.2 to 1. Black has 9 to 1; the logo stays
 * white.
 */
const LOOKS: Record<SocialProvider, { label: string; className: string }> = {
  kakao: { label: '카카오 로그인', className: 'border-[#FEE500] bg-[#FEE500] text-black/85 hover:brightness-95' },
  naver: { label: '네이버 로그인', className: 'border-[#03C75A] bg-[#03C75A] text-black hover:brightness-95' },
  google: {
    label: 'Google 계정으로 로그인',
    className: 'border-[#747775] bg-white text-[#1F1F1F] hover:bg-[#F2F2F2]',
  },
};

function SocialButton({ id, href, label }: { id: SocialProvider; href: string; label: string }) {
  return (
    // A plain link, not the router's: it leaves this site.
    <a href={href} className={`${BUTTON} ${LOOKS[id].className}`}>
      <span className="-translate-y-1/2 absolute top-1/2 left-4 flex size-6 items-center justify-center">
        {SOCIAL_SYMBOLS[id]}
      </span>
      {label}
    </a>
  );
}

/** Google refuses in-app browsers, so the button opens an external browser first. */
function GoogleOutside({ userAgent, address }: { userAgent: string; address: string }) {
  const outside = openOutsideAddress(userAgent, address);
  return (
    <div>
      {outside && <SocialButton id="google" href={outside} label="다른 브라우저에서 열기" />}
      <p className="mt-2 text-small text-ink-500">
        {outside
          ? '이 앱 안에서는 Google 로그인을 사용하실 수 없습니다.'
          : '이 앱 안에서는 Google 로그인을 사용하실 수 없습니다. 앱 메뉴에서 ‘다른 브라우저에서 열기’를 눌러주세요.'}
      </p>
    </div>
  );
}

function beginUrl(provider: SocialProvider, returnTo: ReturnTo | undefined): string {
  return urlOf(oauthCalls.begin, { params: { provider }, query: { returnTo } });
}

type Props = {
  /** Where the login leads: from this page's address, else the stored value. */
  returnTo: ReturnTo | undefined;
  /** The providers that an account came by; all configured ones unless given. */
  only?: readonly SocialProvider[];
  className?: string;
};

/** Buttons of the configured social logins; renders nothing without any. */
export function SocialButtons({ returnTo, only, className = '' }: Props) {
  const isHydrated = useHydrated();
  const { data: configured = [] } = useQuery(socialProvidersQuery);
  const providers = configured.filter(({ id }) => only?.includes(id) ?? true);
  if (providers.length === 0) return null;
  const target = isHydrated ? (returnTo ?? readReturnTo()) : undefined;
  const userAgent = isHydrated ? navigator.userAgent : '';
  return (
    <section aria-label="간편 로그인" className={`grid gap-3 ${className}`}>
      {providers.map(({ id }) =>
        id === 'google' && isInAppBrowser(userAgent) ? (
          <GoogleOutside key={id} userAgent={userAgent} address={window.location.href} />
        ) : (
          <SocialButton key={id} id={id} href={beginUrl(id, target)} label={LOOKS[id].label} />
        ),
      )}
    </section>
  );
}
