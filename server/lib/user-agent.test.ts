import { expect, it } from 'vitest';
import { deviceLabel } from './user-agent.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome · Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge · Windows'],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S931N) ${WEBKIT} SamsungBrowser/28.0 Chrome/130 Mobile Safari/537.36`,
    '삼성 인터넷 · Android',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1`,
    'Safari · iPhone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} Mobile/15E148 KAKAOTALK/25.8.0`,
    '카카오톡 · iPhone',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox · Mac'],
  ['curl/8.14.1', '알 수 없는 기기'],
  ['', '알 수 없는 기기'],
  ['<b>당신의 계정이</b> https://evil.example', '알 수 없는 기기'],
])('%s', (userAgent, label) => {
  expect(deviceLabel(userAgent)).toBe(label);
});
