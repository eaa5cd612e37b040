import { describe, expect, it } from 'vitest';
import { callerOf, networksOf } from './networks.ts';

describe('callerOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64'],
    ['', ''],
    ['no address', 'no address'],
  ])('counts calls from %s under %s', (address, caller) => {
    expect(callerOf(address)).toBe(caller);
  });
});

describe('networksOf', () => {
  it('counts an IPv6 address by its networks of 64, 56 and 48 bits', () => {
    expect(networksOf('2001:db8:1:2ff:3:4:5:6')).toEqual([
      { key: '2001:db8:1:2ff::/64', share: 1 },
      { key: '2001:db8:1:200::/56', share: 1 },
      { key: '2001:db8:1::/48', share: 2 },
    ]);
  });

  it('counts an IPv4 address by itself, in IPv6 notation too', () => {
    expect(networksOf('::ffff:192.0.2.7')).toEqual([{ key: '192.0.2.7', share: 1 }]);
  });
});
