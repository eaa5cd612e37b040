/** Where this server's stand-in for the payment provider answers. */
export const SANDBOX_PATH = '/sandbox/bootpay';
/** Its REST API, as the provider's own ends in `/v2`. */
export const SANDBOX_API_PATH = `${SANDBOX_PATH}/v2`;

/**
 * API, statistics, payment windows and the host that is asked for a payment's status: all are below
 * this one.
 */
const PROVIDER_HOSTS = ['https://*.bootpay.co.kr'] as const;

/**
 * Holds what the client SDK (5.3.1) puts into the page: one style sheet, three handlers on its buttons and three
 * style attributes. Allowed by their hashes, so that the page's policy stays closed to everything else; a test holds
 * them against the package.
 */
export const SDK_STYLE_SHEET_HASH = "'sha256-9QshrXB+1UN3AKKfmiXhEGLAJFCP2T+iXkNbFKyJYuU='";
export const SDK_HANDLER_HASHES = [
  "'sha256-7n4Dd+88AxmyNhX8t9WOXkFDDI0Cl/vMJRJaG7sf26I='",
  "'sha256-OPz85nXPKzCf1eF+v1NdcSeMGMRD7tLg5/WT5AWwTBQ='",
  "'sha256-wXKW8IknP7WR3OEhQ5J3avMdmz2EWVRmclsVtmq5Z+E='",
] as const;
export const SDK_STYLE_HASHES = [
  "'sha256-biLFinpqYMtWHmXfkA1BPeCY0/fNt46SAZ+BBk5YUog='",
  "'sha256-NatQ4tRfD4PXZZ/X+fSmqBRxxXeRf4dEbKu0j9AEsI8='",
  "'sha256-MfkW3GFOaBzENXk7PdaAFE2LKLLaOzc+vsV16mcoDXE='",
] as const;

/**
 * Sources of the Content-Security-Policy that the payment window needs, for the pages that open it
 * alone: they are always loaded as documents of their own, because a document keeps the policy it
 * came with. The sandbox is this site itself.
 */
export function paymentSources(isSandbox: boolean) {
  const hosts = isSandbox ? [] : PROVIDER_HOSTS;
  return {
    'script-src': ["'unsafe-hashes'", ...SDK_HANDLER_HASHES],
    'style-src': [SDK_STYLE_SHEET_HASH, "'unsafe-hashes'", ...SDK_STYLE_HASHES],
    'connect-src': hosts,
    'frame-src': hosts,
    'form-action': hosts,
  } as const;
}
