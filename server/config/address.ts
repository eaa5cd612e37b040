import { isLoopbackUrl } from '#server/lib/networks.ts';
import { url, type Values } from './fields.ts';

export const addressVariables = { PUBLIC_URL: url(/^https?$/, 'an http or https address') };

const IN_PRODUCTION = 'accepted: the https address that people use; http only on loopback, for a trial';

/**
 * The address of the shop without a slash at the end. In production a default would put links to
 * nowhere into mails, and http would send session cookies unencrypted; adds both to `problems`.
 */
export function publicUrlOf(
  env: Values<typeof addressVariables> & { NODE_ENV: string; PORT: number },
  problems: string[],
): string {
  if (env.NODE_ENV === 'production') {
    if (env.PUBLIC_URL === undefined) problems.push(`PUBLIC_URL: missing; ${IN_PRODUCTION}`);
    else if (!env.PUBLIC_URL.startsWith('https:') && !isLoopbackUrl(env.PUBLIC_URL)) {
      problems.push(`PUBLIC_URL: "${env.PUBLIC_URL}" is not usable in production; ${IN_PRODUCTION}`);
    }
  }
  return (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
}
