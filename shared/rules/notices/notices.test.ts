import { describe, expect, it } from 'vitest';
import {
  defaultChannels,
  failureNeedsAttention,
  isFixed,
  isMobile,
  mayReceive,
  NOTICE_KINDS,
  nextChannel,
  planChannels,
  type Reach,
  sendableAt,
  smsForNotices,
} from './notices.ts';

const REACH: Reach = {
  channels: { email: false, kakao: true, sms: true },
  available: { kakao: true, sms: true },
  isPhoneUsable: true,
  hasEmail: true,
};

describe('defaultChannels', () => {
  it('mails money, waiting replies and new devices, and uses the phone for every kind', () => {
    const mailed = NOTICE_KINDS.filter((kind) => defaultChannels(kind).email);
    expect(mailed).toEqual(['paid', 'virtual_account', 'reply_waiting', 'refunded', 'new_device_login']);
    for (const kind of NOTICE_KINDS) expect(defaultChannels(kind)).toMatchObject({ kakao: true, sms: true });
  });
});

describe('isFixed', () => {
  it('fixes the mails about money, and for administrators the one about a new device', () => {
    expect(isFixed('paid', 'email', 'user')).toBe(true);
    expect(isFixed('paid', 'kakao', 'user')).toBe(false);
    expect(isFixed('new_device_login', 'email', 'user')).toBe(false);
    expect(isFixed('new_device_login', 'email', 'admin')).toBe(true);
  });
});

describe('isMobile', () => {
  it.each(['01012345678', '0111234567', '01912345678'])('accepts %s', (phone) => {
    expect(isMobile(phone)).toBe(true);
  });
  it.each(['', '0212345678', '01212345678', '010123456', '010123456789', '010-1234-5678'])('refuses %s', (phone) => {
    expect(isMobile(phone)).toBe(false);
  });
});

describe('planChannels', () => {
  it('sends by KakaoTalk alone when mail is neither wanted nor fixed', () => {
    expect(planChannels('step_done', REACH)).toEqual(['kakao']);
  });
  it('adds the mail about money even when it is switched off', () => {
    expect(planChannels('paid', REACH)).toEqual(['kakao', 'email']);
  });
  it('sends an SMS at once when KakaoTalk is switched off or not set up', () => {
    const channels = { email: false, kakao: false, sms: true };
    expect(planChannels('step_done', { ...REACH, channels })).toEqual(['sms']);
    expect(planChannels('step_done', { ...REACH, available: { kakao: false, sms: true } })).toEqual(['sms']);
  });
  it('falls back to mail when no phone channel is possible', () => {
    expect(planChannels('step_done', { ...REACH, isPhoneUsable: false })).toEqual(['email']);
    expect(planChannels('step_done', { ...REACH, available: { kakao: false, sms: false } })).toEqual(['email']);
    expect(planChannels('step_done', { ...REACH, isPhoneUsable: false, hasEmail: false })).toEqual([]);
  });
});

describe('nextChannel', () => {
  it('goes from KakaoTalk to SMS, and from there to mail', () => {
    expect(nextChannel('kakao', REACH)).toBe('sms');
    expect(nextChannel('kakao', { ...REACH, channels: { ...REACH.channels, sms: false } })).toBe('email');
    expect(nextChannel('sms', REACH)).toBe('email');
    expect(nextChannel('sms', { ...REACH, hasEmail: false })).toBeUndefined();
  });
});

describe('sendableAt', () => {
  const at = (korean: string) => new Date(`${korean}+09:00`);
  it.each([
    ['2026-11-22T20:59:59', '2026-11-22T20:59:59'],
    ['2026-11-22T21:00:00', '2026-11-23T08:00:00'],
    ['2026-11-22T23:59:59', '2026-11-23T08:00:00'],
    ['2026-11-23T00:00:00', '2026-11-23T08:00:00'],
    ['2026-11-23T07:59:59', '2026-11-23T08:00:00'],
    ['2026-11-23T08:00:00', '2026-11-23T08:00:00'],
  ])('of a finished step at %s in Korea is %s', (now, then) => {
    expect(sendableAt('step_done', at(now))).toEqual(at(then));
  });
  it('of money, logins and reminders is at once', () => {
    const night = at('2026-11-22T23:00:00');
    for (const kind of ['paid', 'refunded', 'virtual_account', 'new_device_login', 'callback_reminder'] as const) {
      expect(sendableAt(kind, night)).toEqual(night);
    }
  });
});

it.each([
  [1, 1],
  [4, 4],
  [5, 4],
  [200, 160],
])('smsForNotices leaves a fifth of %d SMS to codes', (perHour, forNotices) => {
  expect(smsForNotices(perHour)).toBe(forNotices);
});

it('mayReceive refuses a warning of a login to a number that is not proven, and nothing else', () => {
  const number = { digits: '01012345678', isVerified: false };
  expect(NOTICE_KINDS.filter((kind) => !mayReceive(kind, number))).toEqual(['new_device_login']);
  expect(mayReceive('new_device_login', { ...number, isVerified: true })).toBe(true);
  expect(mayReceive('paid', { digits: '0212345678', isVerified: true })).toBe(false);
});

it('failureNeedsAttention leaves out what a customer causes without payment or proof', () => {
  const quiet = NOTICE_KINDS.filter((kind) => !failureNeedsAttention(kind, false));
  expect(quiet).toEqual(['virtual_account', 'new_device_login', 'callback_reminder']);
  expect(NOTICE_KINDS.filter((kind) => !failureNeedsAttention(kind, true))).toEqual([]);
});
