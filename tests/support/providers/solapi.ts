import { afterAll } from 'vitest';
import { type SolapiServer, startSolapiServer } from './solapi-server.ts';

const KEYS = { apiKey: 'solapi-key', apiSecret: 'solapi-secret' };

/**
 * A provider of SMS for the tests of one file, closed after them, and the shop's variables for it.
 */
export async function setUpSolapi(now: () => Date): Promise<{ solapi: SolapiServer; env: Record<string, string> }> {
  const solapi = await startSolapiServer({ ...KEYS, senders: ['0200000000'], now });
  afterAll(() => solapi.close());
  const env = {
    SOLAPI_API_KEY: KEYS.apiKey,
    SOLAPI_API_SECRET: KEYS.apiSecret,
    SOLAPI_SENDER: '02-0000-0000',
    SOLAPI_API_URL: solapi.url,
  };
  return { solapi, env };
}
