import type { AnyRouter } from '@tanstack/react-router';
import { forwardEvents } from '#web/lib/analytics/analytics.ts';
import { reportableAddress, reportScroll } from '#web/lib/analytics/page-analytics.ts';
import { consentState, measurementId, onConsent } from './consent.ts';
import { reportPageView, sendEvent, startGtag, stopGtag } from './gtag.ts';
import { passedMilestones, scrolledPercent } from './scroll-depth.ts';

const isMeasured = () => !window.location.pathname.startsWith('/admin');

/** Reports each milestone once per page; `reset` starts a new page. */
function watchScrolling(): { reset: () => void; end: () => void } {
  const reported = new Set<number>();
  let frame: number | undefined;

  function look(): void {
    frame = undefined;
    const { clientHeight, scrollHeight } = document.documentElement;
    const percent = scrolledPercent({ top: window.scrollY, viewHeight: clientHeight, pageHeight: scrollHeight });
    if (percent === undefined || !isMeasured()) return;
    for (const milestone of passedMilestones(percent, reported)) {
      reported.add(milestone);
      reportScroll(milestone, reportableAddress(window.location));
    }
  }

  // Once per frame at most: scroll events fire far more often, and measuring forces a layout.
  const handleScroll = () => {
    frame ??= requestAnimationFrame(look);
  };
  window.addEventListener('scroll', handleScroll, { passive: true });
  // This code was loaded by a scroll that no listener has seen.
  handleScroll();
  return {
    reset: () => reported.clear(),
    end() {
      window.removeEventListener('scroll', handleScroll);
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}

type Past = { withPast: boolean };

/** Passes events to Google Analytics while the visitor consents. */
function watchConsent(past: Past): () => void {
  const id = measurementId();
  let isPassing = false;

  function follow({ withPast }: Past): void {
    const isGranted = id !== undefined && consentState() === 'granted';
    if (isGranted && !isPassing) {
      startGtag(id);
      if (isMeasured()) reportPageView();
      forwardEvents(sendEvent, { withPast });
    } else if (!isGranted) {
      // Events without consent are not kept for later either.
      forwardEvents(undefined);
      if (isPassing && id !== undefined) stopGtag(id);
    }
    isPassing = isGranted;
  }

  follow(past);
  return onConsent(() => follow({ withPast: false }));
}

/**
 * Follows a visit across pages until stopped. `withPast`: earlier events were already consented to.
 */
export function watchVisit(router: AnyRouter, past: Past): () => void {
  const scrolling = watchScrolling();
  const endConsent = watchConsent(past);
  const endPages = router.subscribe('onRendered', ({ pathChanged }) => {
    if (!pathChanged) return;
    scrolling.reset();
    if (consentState() === 'granted' && isMeasured()) reportPageView();
  });
  return () => {
    scrolling.end();
    endConsent();
    endPages();
  };
}
