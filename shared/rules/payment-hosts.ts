/** Where this server's stand-in for the payment provider answers. */
export const SANDBOX_PATH = '/sandbox/bootpay';
/** Its REST API, as the provider's own ends in `/v2`. */
export const SANDBOX_API_PATH = `${SANDBOX_PATH}/v2`;
