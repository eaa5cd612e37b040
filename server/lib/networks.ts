import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

/** Returns whether the text is an IP address or a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Returns whether the host of the URL is this machine itself. */
export function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);
}

/** Returns whether the address of a socket's peer is this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

const PRIVATE_RANGES: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];

/** Returns whether the address is of no network but a local one, as of a proxy on the same machine or beside it. */
export function isPrivateAddress(address: string): boolean {
  return ipaddr.isValid(address) && PRIVATE_RANGES.includes(ipaddr.process(address).range());
}

/** Creates a check whether an address is in one of the networks; without networks all are. */
export function createNetworkCheck(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true;
  const allowed = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) allowed.addAddress(address, familyOf(address));
    else allowed.addSubnet(address, Number(prefix), familyOf(address));
  }
  // Also matches an IPv4 address in IPv6 notation.
  return (address) => isIP(address) !== 0 && allowed.check(address, familyOf(address));
}

/**
 * Networks of IPv6 that limits count, with their share of a limit's points: providers assign a
 * household /64 or /56, and a site /48.
 */
const IPV6_NETWORKS = [
  { bits: 64, share: 1 },
  { bits: 56, share: 1 },
  { bits: 48, share: 2 },
] as const;

/** A network that limits count, and how many times the limit's points it may use. */
export type CountedNetwork = { key: string; share: number };

/**
 * Returns the networks of an address that limits count: an IPv4 address by itself, an IPv6 address
 * by the networks around it, the smallest first. Returns other text unchanged.
 */
export function networksOf(address: string): CountedNetwork[] {
  if (isIP(address) === 0) return [{ key: address, share: 1 }];
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return [{ key: parsed.toString(), share: 1 }];
  const plain = address.split('%', 1)[0];
  return IPV6_NETWORKS.map(({ bits, share }) => ({
    key: `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${bits}`)}/${bits}`,
    share,
  }));
}

/** Returns the smallest of `networksOf`: the key of one caller in a limit that has another key too. */
export function callerOf(address: string): string {
  return networksOf(address)[0]?.key ?? address;
}
