import { z } from 'zod';
import { isLoopbackUrl, isNetwork } from '#server/lib/networks.ts';

/** The values of a topic's variables, read and checked. */
export type Values<Variables extends z.ZodRawShape> = z.output<z.ZodObject<Variables>>;

export const flag = z
  .enum(['0', '1'], { error: 'accepted: 0 or 1' })
  .transform((value) => value === '1')
  .optional();

export const atLeast = (least: number) =>
  z.coerce
    .number({ error: 'accepted: a whole number' })
    .int('accepted: a whole number')
    .min(least, `accepted: ${least} or more`);

export const positive = atLeast(0);

/** An optional address; `accepted` completes the message. */
export const url = (protocol: RegExp, accepted: string) =>
  z.url({ protocol, error: `accepted: ${accepted}` }).optional();

/** An address that receives secrets: plain http only on loopback. `accepted` completes the message. */
export const httpsUrl = (accepted = 'an https address') =>
  z
    .url({ protocol: /^https?$/, error: `accepted: ${accepted}` })
    .refine(
      (value) => !URL.canParse(value) || value.startsWith('https:') || isLoopbackUrl(value),
      `accepted: ${accepted}; http only on loopback`,
    );

/** The address of a provider that receives secrets. */
export const providerUrl = (standard: string) => httpsUrl().default(standard);

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
