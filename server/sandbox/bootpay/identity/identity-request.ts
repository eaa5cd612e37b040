import { z } from 'zod';
import { decryptForm, type EncryptedForm } from '../payment-request.ts';
import { ProviderError } from '../provider-error.ts';
import type { EnteredPerson } from './authentication.ts';

const text = z.string().trim().min(1).max(200);

const identityRequest = z.object({
  client_key: z.string().nullish(),
  application_id: z.string().nullish(),
  authentication_id: text.max(100),
  order_name: text,
  pg: text,
  method: z.literal('auth'),
  redirect_url: z.url({ protocol: /^https?$/ }).nullish(),
  extra: z.object({ open_type: z.enum(['popup', 'redirect', 'iframe']).nullish() }).nullish(),
});

/** The request for an identity check as the client SDK makes it. */
export type IdentityRequest = z.infer<typeof identityRequest>;

/** @throws ProviderError for what cannot be read */
export function readIdentityRequest(form: EncryptedForm): IdentityRequest {
  try {
    return identityRequest.parse(decryptForm(form));
  } catch {
    throw new ProviderError('INVALID_REQUEST_PARAMS');
  }
}

const enteredPerson = z.object({
  name: text.max(50),
  phone: z
    .string()
    .transform((value) => value.replace(/\D/g, ''))
    .pipe(z.string().regex(/^01\d{8,9}$/)),
  birth: z.iso.date(),
});

/** @throws ProviderError AUTH_INVALID_PERSON */
export function readPerson(body: unknown): EnteredPerson {
  const parsed = enteredPerson.safeParse(body);
  if (!parsed.success) throw new ProviderError('AUTH_INVALID_PERSON');
  return parsed.data;
}
