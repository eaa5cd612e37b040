import { describe, expect, it } from 'vitest';
import { isOwnIdentity } from './identity-match.ts';

const ACCOUNT = { fullname: '김본보기', phone: '01012345678' };
const PERSON = { name: '김본보기', phone: '01012345678', birthDate: '1999-01-31' };
const TODAY = '2026-11-23';
const isOwn = (changes: Partial<typeof PERSON>) => isOwnIdentity({ ...PERSON, ...changes }, ACCOUNT, TODAY);

describe('isOwnIdentity', () => {
  it.each([
    {},
    { name: ' 김 본보기 ' },
    { name: '김본보기'.normalize('NFD') },
    { phone: '010-1234-5678' },
    { phone: '+82 10-1234-5678' },
    { birthDate: '2012-11-23' },
  ])('takes %j', (changes) => {
    expect(isOwn(changes)).toBe(true);
  });

  it.each([
    { name: '김본보' },
    { name: '' },
    { phone: '01012345679' },
    { phone: '' },
    { birthDate: '' },
    { birthDate: '2012-11-24' },
    { birthDate: '2027-01-01' },
  ])('refuses %j', (changes) => {
    expect(isOwn(changes)).toBe(false);
  });

  it('refuses everyone for an account without a name', () => {
    expect(isOwnIdentity({ ...PERSON, name: '' }, { ...ACCOUNT, fullname: '' }, TODAY)).toBe(false);
  });

  it('compares Latin names without regard to case', () => {
    const account = { ...ACCOUNT, fullname: 'Kim Bonbogi' };
    expect(isOwnIdentity({ ...PERSON, name: 'KIM BONBOGI' }, account, TODAY)).toBe(true);
  });
});
