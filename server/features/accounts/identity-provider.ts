/** Describes what the provider says of one identity check. The values that name a person are never stored. */
export type Certificate = {
  receiptId: string;
  /** Our own id, which the window was opened with. */
  authenticationId: string;
  isProven: boolean;
  authenticatedAt: Date | undefined;
  name: string;
  phone: string;
  /** As in 1999-01-31; empty where the provider gives none. */
  birthDate: string;
  /** The provider's identifier of the person; empty where it gives none. */
  personId: string;
};

/** Interface to a provider of identity checks. Throws only IdentityError. */
export type IdentityProvider = { findCertificate: (receiptId: string) => Promise<Certificate> };

/**
 * - unreachable: no answer, or none that can be read
 * - not_proven: unknown to the provider, or never finished
 * - expired: finished too late
 */
export class IdentityError extends Error {
  readonly kind: 'unreachable' | 'not_proven' | 'expired';

  constructor(kind: IdentityError['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'IdentityError';
    this.kind = kind;
  }
}
