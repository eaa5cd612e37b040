import type { AnalyticsEvent } from '#web/lib/analytics/analytics.ts';
import { reportableAddress } from '#web/lib/analytics/page-analytics.ts';
import { parseUrl } from '#web/lib/browsers/parse-url.ts';

/**
 * A queue of its own, so that the data layer stays a plain list of our events for other readers.
 */
const QUEUE = 'measurementQueue';

declare global {
  interface Window {
    [QUEUE]?: unknown[];
  }
}

/** Google's script recognises its calls by the `arguments` object; it ignores arrays. */
function gtag(..._call: unknown[]): void {
  window[QUEUE] ??= [];
  // biome-ignore lint/complexity/noArguments: an arguments object is what Google asks for
  window[QUEUE].push(arguments);
}

const disableFlag = (id: string) => `ga-disable-${id}`;

function setDisabled(id: string, isDisabled: boolean): void {
  Object.assign(window, { [disableFlag(id)]: isDisabled });
}

/** The previous page: one of ours without its query, another site's as the browser reports it. */
function firstReferrer(): string {
  const { referrer } = document;
  const url = parseUrl(referrer);
  if (!url) return '';
  return url.origin === window.location.origin ? reportableAddress(url) : referrer;
}

let lastPage: string | undefined;

/**
 * Loads the script the first time and enables it. Only with the visitor's consent, which covers
 * statistics only.
 */
export function startGtag(id: string): void {
  setDisabled(id, false);
  if (window[QUEUE]) return;
  gtag('js', new Date());
  const denied = 'denied';
  gtag('consent', 'default', {
    ad_storage: denied,
    ad_user_data: denied,
    ad_personalization: denied,
    analytics_storage: 'granted',
  });
  gtag('config', id, {
    // Pages are reported one by one below, without their query.
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
    cookie_domain: 'none',
    page_location: reportableAddress(window.location),
    page_referrer: firstReferrer(),
  });
  const script = document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}&l=${QUEUE}`;
  document.head.append(script);
}

/** Disables it: nothing is sent any more, and its cookies are deleted. */
export function stopGtag(id: string): void {
  setDisabled(id, true);
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=');
    // biome-ignore lint/suspicious/noDocumentCookie: the newer interface is not in every browser
    if (name.startsWith('_ga')) document.cookie = `${name}=; path=/; max-age=0`;
  }
}

/** The current page. */
export function reportPageView(): void {
  const page_location = reportableAddress(window.location);
  const page_referrer = lastPage ?? firstReferrer();
  lastPage = page_location;
  // Applies to all later events too.
  gtag('set', { page_location, page_referrer });
  gtag('event', 'page_view', { page_location, page_referrer, page_title: document.title });
}

export function sendEvent({ event, ...parameters }: AnalyticsEvent): void {
  gtag('event', event, parameters);
}
