import { z } from 'zod';
import { isLoopbackUrl, isNetwork } from '#server/lib/networks.ts';

/** The values of a topic's variables, read and checked. */
export type Values<Variables extends z.ZodRawShape> = z.output<z.ZodObject<Variables>>;

export const flag = z
  .enum(['0', '1'], { error: 'accepted: 0 or 1' })
  .transform((value) => value === '1')
  .optional();

export const positive = z.coerce
  .number({ error: 'accepted: a whole number' })
  .int('accepted: a whole number')
  .min(0, 'accepted: 0 or more');

/** An optional address; `accepted` completes the message. */
export const url = (protocol: RegExp, accepted: string) =>
  z.url({ protocol, error: `accepted: ${accepted}` }).optional();

/** Plain http only on loopback. */
export const httpsUrl = z
  .url({ protocol: /^https?$/, error: 'accepted: an https address' })
  .refine(
    (value) => !URL.canParse(value) || value.startsWith('https:') || isLoopbackUrl(value),
    'accepted: an https address; http only on loopback',
  );

/** The address of a provider that receives secrets. */
export const providerUrl = (standard: string) => httpsUrl.default(standard);

export const networks = z
  .string()
  .optional()
  .transform((value) =>
    (value ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine(
    (parts) => parts.every(isNetwork),
    'accepted: addresses or CIDR networks, separated by commas, as in 10.0.0.0/8,::1',
  );
