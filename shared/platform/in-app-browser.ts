/**
 * Browsers within apps, by what they say of themselves. Google refuses its login in all of them.
 */
const IN_APP =
  /KAKAO|NAVER\(inapp|Instagram|FBAN|FBAV|FB_IAB|\bLine\/|DaumApps|\bBAND\/|everytimeApp|TossApp|Barcelona|Twitter|TikTok|musical_ly|Bytedance|Snapchat|; wv\)/i;
const KAKAOTALK = /KAKAOTALK/;
const ANDROID = /Android/;

/** Returns whether a page is shown within an app instead of in a browser proper. */
export function isInAppBrowser(userAgent: string): boolean {
  return IN_APP.test(userAgent);
}

/**
 * The address that opens a page in a browser proper, out of the app that shows it; undefined where
 * the app has no such way and the person has to use its menu (the others on an iPhone). `address`
 * is a full one.
 */
export function openOutsideAddress(userAgent: string, address: string): string | undefined {
  if (KAKAOTALK.test(userAgent)) return `kakaotalk://web/openExternal?url=${encodeURIComponent(address)}`;
  // The fragment of an intent names the app, so the address loses its own.
  const [, scheme, rest] = /^(https?):\/\/([^#]+)/.exec(address) ?? [];
  if (!ANDROID.test(userAgent) || scheme === undefined) return undefined;
  return `intent://${rest}#Intent;scheme=${scheme};package=com.android.chrome;end`;
}
