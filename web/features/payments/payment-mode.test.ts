import { describe, expect, it } from 'vitest';
import { paymentModeFor } from './payment-mode.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';
const PHONE = 'Mozilla/5.0 (Linux; Android 15; SM-S921N) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';

describe('paymentModeFor', () => {
  it.each([
    ['a desktop', WINDOWS, 1440, false, 'popup'],
    ['a Mac', MAC, 1440, false, 'popup'],
    ['a narrow window on a desktop', WINDOWS, 390, false, 'redirect'],
    ['a tablet that calls itself a Mac', MAC, 1180, true, 'redirect'],
    ['an Android phone', PHONE, 390, true, 'redirect'],
    ['an Android phone held sideways', PHONE, 915, true, 'redirect'],
    ['an iPhone', IPHONE, 390, true, 'redirect'],
    ['KakaoTalk on a desktop', `${WINDOWS} KAKAOTALK/4.1`, 1440, false, 'redirect'],
    ['Naver', `${IPHONE} NAVER(inapp; search; 1000)`, 390, true, 'redirect'],
    ['Instagram', `${IPHONE} Instagram 300.0`, 390, true, 'redirect'],
    ['Facebook on a tablet', `${MAC} [FBAN/FBIOS;FBAV/400]`, 1180, false, 'redirect'],
  ])('%s', (_name, userAgent, width, isTouch, expected) => {
    expect(paymentModeFor({ userAgent, width, isTouch })).toBe(expected);
  });
});
