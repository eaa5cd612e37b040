import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

/** Whether the text is an IP address or a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the host of the URL is this machine itself. */
export function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);
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

/** Prefix length of the network that a provider assigns to an IPv6 customer. */
const IPV6_NETWORK_BITS = 64;

/**
 * Returns the rate-limit key of an address: the address itself, or the /64 network of an IPv6
 * address, because one customer owns a whole network. Returns other text unchanged.
 */
export function callerOf(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.split('%', 1)[0]}/${IPV6_NETWORK_BITS}`)}/${IPV6_NETWORK_BITS}`;
}
