import { SANDBOX_PATH } from '#shared/platform/payment-hosts.ts';
import { encryptForProvider } from '#tests/support/providers/provider-form.ts';

/** Describes what a person enters in the provider's window. */
export type Person = { name: string; phone: string; birth: string };

const RECEIPT_ID = /\/auth\/([0-9a-f]{24})/;

/** Opens an identity check as the client SDK does; returns its receipt. */
export async function openIdentityCheck(url: string, authenticationId: string): Promise<string> {
  const form = encryptForProvider({
    client_key: 'sandbox-client',
    authentication_id: authenticationId,
    order_name: '본인인증',
    pg: 'danal',
    method: 'auth',
    extra: { open_type: 'popup' },
  });
  const response = await fetch(`${url}${SANDBOX_PATH}/v2/request/authentication`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const page = await response.text();
  const receiptId = RECEIPT_ID.exec(page)?.[1];
  if (!receiptId) throw new Error(`no identity check: ${page}`);
  return receiptId;
}

/** The person enters who they are. */
export async function enterPerson(url: string, receiptId: string, person: Person): Promise<void> {
  const response = await fetch(`${url}${SANDBOX_PATH}/auth/${receiptId}/prove`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  if (!response.ok) throw new Error(`not proven: ${response.status} ${await response.text()}`);
}

/** Both in one. */
export async function proveIdentity(url: string, authenticationId: string, person: Person): Promise<string> {
  const receiptId = await openIdentityCheck(url, authenticationId);
  await enterPerson(url, receiptId, person);
  return receiptId;
}
