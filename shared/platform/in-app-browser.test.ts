import { describe, expect, it } from 'vitest';
import { isInAppBrowser, openOutsideAddress } from './in-app-browser.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-S921N Build/UP1A; wv) AppleWebKit/537.36 Version/4.0 Chrome/124.0';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

const IN_APPS = {
  'KakaoTalk on Android': `${ANDROID} Mobile Safari/537.36;KAKAOTALK 2410630`,
  'KakaoTalk on an iPhone': `${IPHONE} Mobile/15E148 KAKAOTALK 10.7.5`,
  'Naver on Android': `${ANDROID} Whale/1.0 Mobile Safari/537.36 NAVER(inapp; search; 2000; 12.6.3)`,
  'Naver on an iPhone': `${IPHONE} Version/16.0 Mobile/15E148 Safari/605.1 NAVER(inapp; search; 2000; 12.6.3; 14PRO)`,
  'Instagram on Android': `${ANDROID} Mobile Safari/537.36 Instagram 330.0.0.40.92 Android`,
  'Instagram on an iPhone': `${IPHONE} Mobile/15E148 Instagram 330.0.3.28.109 (iPhone15,2; iOS 17_4)`,
  'Facebook on an iPhone': `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/460.0.0.31]`,
  'LINE on an iPhone': `${IPHONE} Safari Line/14.5.1`,
  'BAND on an iPhone': `${IPHONE} Mobile/15E148 BAND/16.0.1 (iOS 17.4)`,
  'Toss on an iPhone': `${IPHONE} Mobile/15E148 TossApp/5.200.0`,
  'any other app on Android': `${ANDROID} Mobile Safari/537.36`,
};

const BROWSERS = {
  'Chrome on Android': 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/124.0.0.0 Mobile Safari/537.36',
  'Samsung Internet': 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 SamsungBrowser/25.0 Chrome/121.0 Mobile',
  'Safari on an iPhone': `${IPHONE} Version/17.4 Mobile/15E148 Safari/604.1`,
  'Naver Whale on a desktop':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/124.0 Whale/3.26.244.21',
  nothing: '',
};

describe('isInAppBrowser', () => {
  it.each(Object.entries(IN_APPS))('knows %s', (_name, userAgent) => {
    expect(isInAppBrowser(userAgent)).toBe(true);
  });
  it.each(Object.entries(BROWSERS))('takes %s for a browser', (_name, userAgent) => {
    expect(isInAppBrowser(userAgent)).toBe(false);
  });
});

describe('openOutsideAddress', () => {
  const address = 'https://shop.example/login?from=/a&b=1';

  it.each(['KakaoTalk on Android', 'KakaoTalk on an iPhone'] as const)('asks %s to open it', (name) => {
    expect(openOutsideAddress(IN_APPS[name], address)).toBe(
      'kakaotalk://web/openExternal?url=https%3A%2F%2Fshop.example%2Flogin%3Ffrom%3D%2Fa%26b%3D1',
    );
  });

  it.each(['Naver on Android', 'Instagram on Android'] as const)('asks the system for Chrome: %s', (name) => {
    expect(openOutsideAddress(IN_APPS[name], address)).toBe(
      'intent://shop.example/login?from=/a&b=1#Intent;scheme=https;package=com.android.chrome;end',
    );
  });

  it.each(['Naver on an iPhone', 'Instagram on an iPhone'] as const)('has no way in %s', (name) => {
    expect(openOutsideAddress(IN_APPS[name], address)).toBeUndefined();
  });
});
