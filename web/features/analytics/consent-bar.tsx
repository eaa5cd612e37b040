import { Link } from '@tanstack/react-router';
import { decideConsent } from './consent.ts';
import { CONSENT_BUTTON } from './consent-button.ts';

/**
 * Asks for consent once, at the bottom of the screen. Covers no content; both answers look alike.
 */
export function ConsentBar() {
  return (
    <section
      aria-label="방문 통계 동의"
      className="consent-bar fixed inset-x-0 bottom-0 z-30 low:static border-line border-t bg-surface shadow-bar"
    >
      <div className="mx-auto flex max-w-page flex-col gap-3 px-6 py-4 md:flex-row md:items-center md:justify-between md:gap-8">
        <p className="text-small">
          더 나은 안내를 위하여 방문 통계를 모아도 될까요? 동의하지 않으셔도 모든 서비스를 이용하실 수 있습니다.{' '}
          <Link to="/privacy" hash="consent" className="font-semibold text-olive-700 underline underline-offset-4">
            자세히 보기
          </Link>
        </p>
        <div className="flex shrink-0 gap-3">
          <button type="button" onClick={() => decideConsent('denied')} className={CONSENT_BUTTON}>
            동의하지 않음
          </button>
          <button type="button" onClick={() => decideConsent('granted')} className={CONSENT_BUTTON}>
            동의함
          </button>
        </div>
      </div>
    </section>
  );
}
