import type { FastifyRequest } from 'fastify';

const HEADER = 'x-forwarded-for';

/** An IPv4 address with a port, or an IPv6 address in brackets, as some gateways write them. */
const DECORATED = /^(?:(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}|\[([0-9a-f:.]+)\](?::\d{1,5})?)$/i;

/**
 * Reads the addresses of `X-Forwarded-For` without ports and brackets. With its port each
 * connection would count as another caller, and no address would be in a network.
 */
export async function plainForwardedAddresses({ raw: { headers } }: FastifyRequest): Promise<void> {
  const forwarded = headers[HEADER];
  if (typeof forwarded !== 'string') return;
  headers[HEADER] = forwarded
    .split(',')
    .map((address) => address.trim().replace(DECORATED, '$1$2'))
    .join(', ');
}
