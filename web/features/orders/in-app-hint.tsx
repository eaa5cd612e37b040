import { isInAppBrowser, openOutsideAddress } from '#shared/platform/in-app-browser.ts';
import type { ReturnTo } from '#shared/platform/return-to.ts';
import { LINK_IN_TEXT } from '#web/ui/button-class.ts';

/**
 * In an in-app browser some card companies' apps do not open: a link to an external browser, in
 * case it is needed. It leads to the service's page, because neither login nor agreed terms carry
 * over. Rendered in the browser only.
 */
export function InAppHint({ servicePage }: { servicePage: ReturnTo | undefined }) {
  const { userAgent } = window.navigator;
  if (!isInAppBrowser(userAgent) || servicePage === undefined) return null;
  const outside = openOutsideAddress(userAgent, window.location.origin + servicePage);
  return (
    <p className="mt-4 text-small text-ink-700">
      이 앱 안에서 결제 화면이 열리지 않으면{' '}
      {outside ? (
        <>
          <a href={outside} className={LINK_IN_TEXT}>
            다른 브라우저에서 열기
          </a>
          를 눌러 다시 신청해주세요.
        </>
      ) : (
        '앱 메뉴에서 ‘다른 브라우저에서 열기’를 눌러 다시 신청해주세요.'
      )}
    </p>
  );
}
