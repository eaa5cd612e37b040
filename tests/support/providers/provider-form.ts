import { createCipheriv, randomBytes } from 'node:crypto';

/** As the client SDK does it: AES-256-CBC, with key and vector beside the data. */
export function encryptForProvider(request: unknown): { payload: string; token: string } {
  const key = randomBytes(32);
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  const payload = Buffer.concat([cipher.update(JSON.stringify(request), 'utf8'), cipher.final()]).toString('base64');
  return { payload, token: `${key.toString('base64')}##${iv.toString('base64')}` };
}
