import { installWorker } from '#web/lib/trusted-html.ts';

/**
 * Tells if this browser can get pushes. `denied`: the visitor, or the browser itself, has blocked them.
 * `home_screen`: iPhones and iPads have them only in a page that was put on the home screen.
 */
export type PushSupport = 'ready' | 'denied' | 'home_screen' | 'unsupported';

function isAppleTouch(): boolean {
  return (
    /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}

export function pushSupport(): PushSupport {
  const isThere = 'PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window;
  if (!isThere) return isAppleTouch() ? 'home_screen' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'ready';
}

/** The subscription of this browser, if it has one. */
export async function ownSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? undefined;
}

/** Thrown with a sentence for the visitor. */
export class PushProblem extends Error {}

/**
 * Asks for the permission and subscribes at the browser's push service. A subscription from before may
 * be of another key, with which the shop cannot send.
 * @throws PushProblem
 */
export async function subscribeBrowser(publicKey: string): Promise<PushSubscriptionJSON> {
  // The first of all: Safari asks only within the click.
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new PushProblem('알림이 허용되지 않았습니다. 브라우저의 사이트 설정에서 알림을 허용해주세요.');
  }
  const worker = await installWorker();
  if (!worker) throw new PushProblem('이 브라우저에서는 알림을 켤 수 없습니다.');
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    return made.toJSON();
  } catch {
    throw new PushProblem('이 브라우저의 알림 서비스에 연결하지 못했습니다. 잠시 후 다시 시도해주세요.');
  }
}
