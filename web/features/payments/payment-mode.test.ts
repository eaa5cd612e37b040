import { describe, expect, it } from 'vitest';
import { paymentModeFor } from './payment-mode.ts';

const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const PHONE = 'Mozilla/5.0 (Linux; Android 15; SM-S921N) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';

describe('paymentModeFor', () => {
  it.each([
    ['a desktop', DESKTOP, 1440, 'popup'],
    ['a narrow window on a desktop', DESKTOP, 390, 'redirect'],
    ['an Android phone', PHONE, 390, 'redirect'],
    ['an Android phone held sideways', PHONE, 915, 'redirect'],
    ['an iPhone', IPHONE, 390, 'redirect'],
    ['KakaoTalk on a desktop', `${DESKTOP} KAKAOTALK/4.1`, 1440, 'redirect'],
    ['Naver', `${IPHONE} NAVER(inapp; search; 1000)`, 390, 'redirect'],
  ])('%s', (_name, userAgent, width, expected) => {
    expect(paymentModeFor(userAgent, width)).toBe(expected);
  });
});
