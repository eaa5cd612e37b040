import { z } from 'zod';
import { type Certificate, IdentityError, type IdentityProvider } from '#server/features/accounts/identity-provider.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import type { BootpayClient } from './bootpay-client.ts';
import { GatewayError } from './gateway.ts';

/** The provider's number for a proven identity; 11 is a billing key. */
const PROVEN = 12;

const text = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(null)
  .transform((value) => value?.trim() ?? '');

const certificateAnswer = z.object({
  receipt_id: z.string().min(1),
  authenticate_id: z.string(),
  status: z.int(),
  authenticated_at: text,
  authenticate_data: z.object({ name: text, phone: text, birth: text, unique: text }).nullish().catch(null),
});

/**
 * `19990131`, `1999-01-31` and a time of that day in Korea, all as 1999-01-31; empty for anything
 * else.
 */
function birthDateOf(value: string): string {
  const time = value.includes('T') ? timeOf(value) : undefined;
  if (time) return koreanDayAt(time);
  const [, year, month, day] = /^(\d{4})[-./]?(\d{2})[-./]?(\d{2})(?!\d)/.exec(value) ?? [];
  return year ? `${year}-${month}-${day}` : '';
}

function timeOf(value: string): Date | undefined {
  const time = new Date(value);
  return value === '' || Number.isNaN(time.getTime()) ? undefined : time;
}

/** @throws GatewayError `unreadable`; its message holds no value of the answer */
function readCertificate(answer: unknown): Certificate {
  const parsed = certificateAnswer.safeParse(answer);
  if (!parsed.success) throw new GatewayError('unreadable', 'MALFORMED_ANSWER', 'the answer is no certificate');
  const { receipt_id, authenticate_id, status, authenticated_at, authenticate_data: person } = parsed.data;
  return {
    receiptId: receipt_id,
    authenticationId: authenticate_id,
    isProven: status === PROVEN,
    authenticatedAt: timeOf(authenticated_at),
    name: person?.name ?? '',
    phone: (person?.phone ?? '').replace(/\D/g, ''),
    birthDate: birthDateOf(person?.birth ?? ''),
    personId: person?.unique ?? '',
  };
}

/** The provider's codes of checks that were never finished. */
const UNFINISHED = /^AUTH_(NOT|WAIT|FAIL|CANCEL|ALREADY)/;

function identityErrorOf(error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error;
  const { kind, providerCode, message } = error;
  if (providerCode === 'AUTH_EXPIRED') return new IdentityError('expired', message, error);
  const isUnfinished = kind === 'not_found' || UNFINISHED.test(providerCode);
  return new IdentityError(isUnfinished ? 'not_proven' : 'unreachable', message, error);
}

/** Creates the provider of identity checks on the official SDK. */
export function createIdentityGateway({ call }: BootpayClient): IdentityProvider {
  return {
    async findCertificate(receiptId) {
      try {
        return await call('findCertificate', (sdk) => sdk.certificate(encodeURIComponent(receiptId)), readCertificate);
      } catch (error) {
        throw identityErrorOf(error);
      }
    },
  };
}
