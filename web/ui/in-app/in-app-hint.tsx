import { isInAppBrowser, openOutsideAddress } from '#shared/platform/in-app-browser.ts';
import { LINK_IN_TEXT } from '../button-class.ts';

/** Returns whether the page is shown within an app such as KakaoTalk. Asked in the browser only. */
export const isInApp = () => isInAppBrowser(window.navigator.userAgent);

type Props = {
  /** Holds what does not work in the app, as a sentence. */
  children: string;
  /** Path of the page to open outside, where login and choices do not carry over; else this page. */
  page?: string;
  className: string;
};

/**
 * In an in-app browser: what does not work there, with the way to a browser proper. Rendered in the
 * browser only.
 */
export function InAppHint({ children, page, className }: Props) {
  if (!isInApp()) return null;
  const { origin, href } = window.location;
  const outside = openOutsideAddress(window.navigator.userAgent, page === undefined ? href : origin + page);
  return (
    <p className={className}>
      {children}{' '}
      {outside ? (
        <a href={outside} className={LINK_IN_TEXT}>
          다른 브라우저에서 열기
        </a>
      ) : (
        '앱 메뉴에서 ‘다른 브라우저에서 열기’를 눌러주세요.'
      )}
    </p>
  );
}
