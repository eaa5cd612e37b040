import type { FastifyRequest } from 'fastify';
import type { DeviceCookie } from '#server/http/device-cookie.ts';
import { userAgentOf } from '#server/http/session.ts';
import type { Caller } from './login-events.ts';

/** Where a request to log in comes from. */
export function loginCallerOf(devices: DeviceCookie, request: FastifyRequest): Caller {
  return { address: request.ip, userAgent: userAgentOf(request), device: devices.read(request) };
}
