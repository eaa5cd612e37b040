import type { NoticeKind } from '#shared/rules/notices/notices.ts';

/** A message to one phone. */
export type PhoneMessage = {
  kind: NoticeKind | 'phone_code';
  /** Digits only. */
  to: string;
  /** The finished text. */
  text: string;
  /** Values of the template's variables, by name. */
  variables: Readonly<Record<string, string>>;
};

/** `unknown`: the provider has no message under this reference. */
export type Delivery =
  | { state: 'unknown' | 'pending' }
  | { state: 'delivered'; at: Date | undefined }
  | { state: 'failed'; reason: string };

/**
 * A provider of messages to phones. Every method throws MessageError and nothing else, and none
 * takes longer than the gateway's deadline.
 */
export type MessageGateway = {
  /**
   * Returns the reference under which a message will be sent. Nothing is sent yet, so the caller
   * can store the reference first. `noticeRef` is the caller's own unique name of the message.
   */
  open: (noticeRef: string) => Promise<string>;
  /** Sends the message. Sending again under the same reference never delivers it twice. */
  send: (reference: string, message: PhoneMessage) => Promise<void>;
  /** Reads the delivery status of the message. */
  find: (reference: string) => Promise<Delivery>;
  close: () => void;
};

/**
 * - refused: the provider will never accept this message
 * - deferred: not accepted now; it may be later
 * - unreachable: not accepted, because the provider could not be reached at all
 * - unclear: no response, so the message may have been accepted
 */
export type MessageErrorKind = 'refused' | 'deferred' | 'unreachable' | 'unclear';

export class MessageError extends Error {
  readonly kind: MessageErrorKind;

  constructor(kind: MessageErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MessageError';
    this.kind = kind;
  }
}

/** Errors before a connection was established: the provider cannot have accepted anything. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Returns whether a failed request cannot have reached the provider. */
export function isNeverConnected(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && NEVER_CONNECTED.has(cause.code)) return true;
  }
  return false;
}
