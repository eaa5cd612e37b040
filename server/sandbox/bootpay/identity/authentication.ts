import { createHash } from 'node:crypto';
import { koreanTime, type OpenType } from '../receipt.ts';

/** The provider's own numbers for an identity check; 11 is a billing key. */
export const AUTH_STATUS = { waiting: 0, billingKey: 11, proven: 12, failed: -1 } as const;

const STATUS_LABELS: Record<number, string> = {
  [AUTH_STATUS.waiting]: '본인인증 대기',
  [AUTH_STATUS.billingKey]: '빌링키 발급완료',
  [AUTH_STATUS.proven]: '본인인증 완료',
  [AUTH_STATUS.failed]: '본인인증 실패',
};

/** Describes what a person enters in the window. */
export type EnteredPerson = {
  name: string;
  /** Digits only. */
  phone: string;
  /** As in 1999-01-31. */
  birth: string;
};

/** A row of `sandbox.authentications`. */
export type SandboxAuthentication = {
  receipt_id: string;
  authentication_id: string;
  order_name: string;
  status: number;
  open_type: OpenType;
  redirect_url: string | null;
  person: EnteredPerson | null;
  requested_at: Date;
  expires_at: Date;
  authenticated_at: Date | null;
};

/** The same person has the same identifier, in the length of the real one. */
function personIdOf({ name, phone, birth }: EnteredPerson): string {
  return createHash('sha512').update(`${name}|${phone}|${birth}`).digest('base64');
}

/** An identity check as the provider's REST API shows it. */
export function presentCertificate(authentication: SandboxAuthentication): Record<string, unknown> {
  const { receipt_id, authentication_id, status, person, requested_at, authenticated_at } = authentication;
  return {
    receipt_id,
    authenticate_id: authentication_id,
    pg: '테스트',
    method: '본인인증',
    method_origin: '본인인증',
    method_origin_symbol: 'auth',
    requested_at: koreanTime(requested_at),
    authenticated_at: authenticated_at && koreanTime(authenticated_at),
    status,
    status_locale: STATUS_LABELS[status] ?? '',
    authenticate_data: person && {
      ...person,
      unique: personIdOf(person),
      gender: 1,
      foreigner: 0,
      carrier: 'SKT',
      tid: `test_${receipt_id}`,
    },
  };
}
