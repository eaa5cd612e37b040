import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyRing, DecryptionError, newDataKey, parseDataKeys } from './key-ring.ts';

const first = { id: 'first', secret: randomBytes(32) };
const second = { id: 'second', secret: randomBytes(32) };
const ring = createKeyRing([first]);
const both = createKeyRing([second, first]);
const PLACE = 'messages.text:1';

describe('encrypt and decrypt', () => {
  it('give back any bytes, never the same value twice', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const value = ring.encrypt(bytes, PLACE);
        expect(ring.decrypt(value, PLACE)).toEqual(Buffer.from(bytes));
        expect(ring.encrypt(bytes, PLACE)).not.toEqual(value);
      }),
    );
  });

  it('hold no trace of the text', () => {
    expect(ring.encrypt(Buffer.from('비밀입니다'), PLACE).includes(Buffer.from('비밀'))).toBe(false);
  });

  it('refuse a value with any byte changed, cut off, or copied to another place', () => {
    const value = ring.encrypt(Buffer.from('원문'), PLACE);
    for (let at = 0; at < value.length; at += 1) {
      const changed = Buffer.from(value);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => ring.decrypt(changed, PLACE), `byte ${at}`).toThrow(DecryptionError);
    }
    for (let length = 0; length < value.length; length += 1) {
      expect(() => ring.decrypt(value.subarray(0, length), PLACE)).toThrow(DecryptionError);
    }
    expect(() => ring.decrypt(value, 'messages.text:2')).toThrow(DecryptionError);
    expect(() => ring.decrypt(value, 'notes.text:1')).toThrow(DecryptionError);
  });

  it('read with every key of the ring and write with the first', () => {
    const old = ring.encrypt(Buffer.from('원문'), PLACE);
    expect(both.decrypt(old, PLACE).toString()).toBe('원문');
    const value = both.encrypt(Buffer.from('원문'), PLACE);
    expect(value.subarray(0, both.writePrefix.length)).toEqual(both.writePrefix);
    expect(() => ring.decrypt(value, PLACE)).toThrow(/not in DATA_KEYS/);
  });

  it('tell keys of one id apart', () => {
    const other = createKeyRing([{ id: 'first', secret: randomBytes(32) }]);
    expect(other.keys[0]?.fingerprint).not.toEqual(ring.keys[0]?.fingerprint);
    expect(() => other.decrypt(ring.encrypt(Buffer.from('원문'), PLACE), PLACE)).toThrow(DecryptionError);
  });
});

describe('parseDataKeys', () => {
  it('reads what newDataKey makes, and lists of it', () => {
    const keys = `${newDataKey()},${newDataKey()}`;
    expect(parseDataKeys(keys)).toHaveLength(2);
  });

  it.each(['', 'a', 'a:', ':AAAA', 'a:AAAA', `a b:${randomBytes(32).toString('base64')}`])('refuses "%s"', (text) => {
    expect(parseDataKeys(text)).toBeUndefined();
  });

  it('refuses one id twice', () => {
    const key = newDataKey();
    expect(parseDataKeys(`${key},${key}`)).toBeUndefined();
  });
});
