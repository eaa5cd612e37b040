import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPhone, isPhone, joinNumbers, phoneDigits, phonePart } from './phone.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const head = fc.oneof(
  digits(1).map((last) => `01${last}`),
  fc.constant('02'),
  fc.tuple(fc.constantFrom('3', '4', '5', '6', '7', '8', '9'), digits(1)).map(([area, last]) => `0${area}${last}`),
);
const middle = fc.oneof(digits(3), digits(4));
/** Head, middle and last part of any number that the spec accepts. */
const phone = fc.tuple(head, middle, digits(4));

describe('isPhone', () => {
  it.each([
    '',
    '010-1234-5678',
    '01012345678',
    '011-123-4567',
    '02-123-4567',
    '02-1234-5678',
    '0212345678',
    '031-123-4567',
    '070-1234-5678',
    '0505-123-4567',
    '+82 10-1234-5678',
    '+821012345678',
    '00821012345678',
    '82-10-1234-5678',
    '+82 (0)10 1234 5678',
    '+82-2-123-4567',
    'tel:+82-10-1234-5678',
    '010 1234 5678',
    '010.1234.5678',
    '(010)1234-5678',
    '010–1234–5678',
    '010ㅡ1234ㅡ5678',
    '０１０－１２３４－５６７８',
    ' 01012345678\u200b',
    '\u202a010-1234-5678\u202c',
  ])('takes "%s"', (text) => {
    expect(isPhone(text)).toBe(true);
  });

  it.each([
    '1',
    '12345678',
    '010-12-5678',
    '010-12345-678',
    '+1 212 555 0100',
    '+82-10-12-5678',
    '000-1234-5678',
    '0507-1234-5678',
    '0315-123-4567',
    '022-123-45678',
    '010-1234-56789',
    '010-1234-567a',
    '팔이 010-1234-5678',
  ])('refuses "%s"', (text) => {
    expect(isPhone(text)).toBe(false);
  });

  it('takes every number of the pattern, with and without hyphens', () => {
    fc.assert(
      fc.property(phone, (parts) => {
        expect(isPhone(parts.join('-'))).toBe(true);
        expect(isPhone(parts.join(''))).toBe(true);
      }),
    );
  });
});

describe('formatPhone', () => {
  it.each([
    ['01012345678', '010-1234-5678'],
    ['0111234567', '011-123-4567'],
    ['021234567', '02-123-4567'],
    ['0212345678', '02-1234-5678'],
    ['0311234567', '031-123-4567'],
    ['03112345678', '031-1234-5678'],
    ['', ''],
    ['01', '01'],
    ['0101', '010-1'],
    ['01012345', '010-1234-5'],
    ['+82 10-1234-5678', '010-1234-5678'],
    ['821012345678', '010-1234-5678'],
    ['0082 2 123 4567', '02-123-4567'],
    ['０１０１２３４５６７８', '010-1234-5678'],
    ['82', '82'],
    ['821', '821'],
    ['+821', '01'],
    ['8234-5678', '823-4567-8'],
    ['82-2-123-4567', '02-123-4567'],
    ['0507-1234-5678', '0507-1234-5678'],
    ['010-1234-56789', '010-1234-5678'],
  ])('writes %s as %s', (input, text) => {
    expect(formatPhone(input)).toBe(text);
  });

  it('writes every accepted number as its parts, and reading it back gives the digits', () => {
    fc.assert(
      fc.property(phone, (parts) => {
        const text = formatPhone(parts.join(''));
        expect(text).toBe(parts.join('-'));
        expect(phoneDigits(text)).toBe(parts.join(''));
      }),
    );
  });

  it('changes nothing the second time, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const once = formatPhone(typed);
        expect(formatPhone(once)).toBe(once);
        expect(phoneDigits(once)).toBe(phoneDigits(typed));
      }),
    );
  });
});

describe('phoneDigits', () => {
  it('gives digits alone, at most eleven or those of a virtual number', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        expect(phoneDigits(typed)).toMatch(/^(?:[0-9]{0,11}|050[0-9]{9})$/);
      }),
    );
  });
});

describe('phonePart', () => {
  it.each([
    ['+82 10', '010'],
    ['010.1234.5678', '01012345678'],
    ['(010)1234-5678', '01012345678'],
    ['1234 5678', '12345678'],
    ['５６７８', '5678'],
    ['1588-1234', '15881234'],
    ['8210', '8210'],
    ['8234-5678', '82345678'],
    ['20261126-AB12', undefined],
    ['010 홍길동', undefined],
    ['', undefined],
  ])('reads %j as %j', (text, digits) => {
    expect(phonePart(text)).toBe(digits);
  });
});

describe('joinNumbers', () => {
  it.each([
    ['연락처는 010·1234·5678입니다', '연락처는 01012345678입니다'],
    ['(02) 123–4567 또는 ０１０ー１２３４ー５６７８', '(021234567 또는 01012345678'],
    ['1. 서류 2. 사진', '1. 서류 2. 사진'],
  ])('reads %j as %j', (text, joined) => {
    expect(joinNumbers(text)).toBe(joined);
  });
});
