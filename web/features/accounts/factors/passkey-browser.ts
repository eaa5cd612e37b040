import type { AddPasskeyBody, PasskeyAnswer } from '#shared/features/accounts/factor-schemas.ts';
import { errorMessage } from '#web/lib/api-error.ts';
import { startGiving, startPasskey } from './api.ts';

const CANCELLED = '패스키 확인이 취소되었거나 시간이 지났습니다. 다시 시도해주세요.';
const ENROLLED = '이 기기의 패스키는 이미 등록되어 있습니다.';
const UNUSABLE = '이 주소에서는 패스키를 사용할 수 없습니다.';
const FAILED = '패스키를 확인하지 못했습니다. 다시 시도해주세요.';

const SENTENCES: Readonly<Record<string, string>> = {
  NotAllowedError: CANCELLED,
  AbortError: CANCELLED,
  InvalidStateError: ENROLLED,
  SecurityError: UNUSABLE,
};

/** The sentence for what the browser, or the server, refused. */
export function passkeyMessage(error: unknown): string {
  const isOfBrowser = error instanceof Error && ['WebAuthnError', ...Object.keys(SENTENCES)].includes(error.name);
  if (!(error instanceof Error)) return FAILED;
  return SENTENCES[error.name] ?? (isOfBrowser ? FAILED : errorMessage(error));
}

export function hasPasskeys(): boolean {
  return typeof window !== 'undefined' && 'PublicKeyCredential' in window;
}

/** Lets the browser make a passkey. The code is loaded by the click that needs it. */
export async function createPasskey(): Promise<AddPasskeyBody['response']> {
  const optionsJSON = await startPasskey();
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { id, rawId, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  };
}

/** Lets a passkey of the account sign the server's challenge. */
export async function signWithPasskey(): Promise<PasskeyAnswer> {
  const optionsJSON = await startGiving();
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { id, rawId, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } };
}
