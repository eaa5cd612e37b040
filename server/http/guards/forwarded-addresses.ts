import type { FastifyInstance } from 'fastify';
import { isPrivateAddress } from '#server/lib/networks.ts';

const HEADER = 'x-forwarded-for';

/** An IPv4 address with a port, or an IPv6 address in brackets, as some gateways write them. */
const DECORATED = /^(?:(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}|\[([0-9a-f:.]+)\](?::\d{1,5})?)$/i;

/**
 * Reads the addresses of `X-Forwarded-For` without ports and brackets. With its port each
 * connection would count as another caller, and no address would be in a network. In production a
 * proxy that is not trusted is logged once: its clients share the limits of one address.
 */
export function registerForwardedAddresses(app: FastifyInstance, { isProduction }: { isProduction: boolean }): void {
  let isReported = !isProduction;
  app.addHook('onRequest', async (request) => {
    const { headers } = request.raw;
    const forwarded = headers[HEADER];
    if (typeof forwarded !== 'string') return;
    const addresses = forwarded.split(',').map((address) => address.trim().replace(DECORATED, '$1$2'));
    headers[HEADER] = addresses.join(', ');
    // Read after the header was written: the framework computes the address from it.
    const { ip } = request;
    if (isReported || !isPrivateAddress(ip) || addresses[0] === ip) return;
    isReported = true;
    app.log.warn(
      { proxy: ip },
      'TRUST_PROXY lacks a proxy: its clients count as one address, which shares all limits per address',
    );
  });
}
