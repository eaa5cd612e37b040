import { describe, expect, it } from 'vitest';
import { forEveryKind, NOTICE_KINDS } from '#shared/rules/notices/notices.ts';
import { chosenChannel, isGroupOn, type KindChanges, kindChanges, NOTICE_GROUPS } from './notice-groups.ts';

const OFF = forEveryKind(() => ({ email: false, kakao: false, sms: false }));
const after = (changes: KindChanges) => forEveryKind((kind) => ({ ...OFF[kind], ...changes[kind] }));
const [progress, answers, money] = NOTICE_GROUPS;
if (!progress || !answers || !money) throw new Error('no groups');

describe('the groups of notices', () => {
  it('have every kind once', () => {
    expect(NOTICE_GROUPS.flatMap(({ kinds }) => kinds).sort()).toEqual([...NOTICE_KINDS].sort());
  });

  it.each([
    ['kakao', { kakao: true, sms: true, email: false }],
    ['sms', { kakao: false, sms: true, email: false }],
    ['email', { kakao: false, sms: false, email: true }],
  ] as const)('switch on by %s', (channel, expected) => {
    expect(kindChanges(progress.kinds, true, channel).step_done).toEqual(expected);
    const kinds = after(kindChanges(progress.kinds, true, channel));
    expect([isGroupOn(progress, kinds), isGroupOn(answers, kinds)]).toEqual([true, false]);
    expect(chosenChannel(kinds)).toBe(channel);
  });

  it('keep the mails that a new account has', () => {
    expect(kindChanges(answers.kinds, true, 'sms').reply_waiting).toEqual({ kakao: false, sms: true, email: true });
  });

  it('never touch a receipt', () => {
    expect(kindChanges(money.kinds, false, 'kakao').paid).toEqual({ kakao: false, sms: false });
    expect(isGroupOn(money, { ...OFF, paid: { email: true, kakao: false, sms: false } })).toBe(false);
  });
});
