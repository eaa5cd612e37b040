import { describe, expect, it } from 'vitest';
import { clearAccountData, fillFromAccount, lockedFields } from './self-soldier.ts';

const ACCOUNT = { fullname: '김본보기', phone: '010-1234-5678', email: 'kim@example.com' };
const EMPTY = { fullname: '', phone: '', email: '' };

describe('a soldier who is the account itself', () => {
  it('takes name, phone and e-mail from the account and locks them', () => {
    expect(fillFromAccount(EMPTY, '본인', ACCOUNT)).toEqual(ACCOUNT);
    expect(lockedFields('본인', ACCOUNT)).toEqual(['fullname', 'phone', 'email']);
  });

  it('replaces what was typed before', () => {
    expect(fillFromAccount({ ...EMPTY, fullname: '이본보기' }, '본인', ACCOUNT)).toEqual(ACCOUNT);
  });

  it('leaves open what the account does not have', () => {
    const account = { ...ACCOUNT, fullname: '', email: '' };
    expect(lockedFields('본인', account)).toEqual(['phone']);
    expect(fillFromAccount({ ...EMPTY, fullname: '김본보기' }, '본인', account)).toEqual({
      fullname: '김본보기',
      phone: '010-1234-5678',
      email: '',
    });
  });

  it.each(['자녀', '형제/자매', '친구', '기타', ''] as const)('is false for the relationship "%s"', (relationship) => {
    expect(lockedFields(relationship, ACCOUNT)).toEqual([]);
    expect(fillFromAccount(EMPTY, relationship, ACCOUNT)).toEqual(EMPTY);
  });
});

describe('leaving 본인', () => {
  it('clears what is still the account’s', () => {
    expect(clearAccountData(ACCOUNT, ACCOUNT)).toEqual(EMPTY);
  });

  it('keeps what was changed', () => {
    expect(clearAccountData({ ...ACCOUNT, email: 'other@example.com' }, ACCOUNT)).toEqual({
      ...EMPTY,
      email: 'other@example.com',
    });
  });
});
