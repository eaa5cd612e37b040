import { isUnsafe } from '#server/http/guards/origin-guard.ts';
import type { Access, Call } from '#shared/contract/call.ts';
import type { ErrorCode } from '#shared/contract/errors.ts';

const BY_ACCESS: Readonly<Record<Access, readonly ErrorCode[]>> = {
  public: [],
  user: ['UNAUTHENTICATED', 'PASSWORD_CHANGE_REQUIRED'],
  admin: [
    'ADMIN_UNAUTHENTICATED',
    'ADMIN_FORBIDDEN',
    'PERMISSION_REQUIRED',
    'SECOND_FACTOR_REQUIRED',
    'PASSWORD_CHANGE_REQUIRED',
  ],
};

/** Errors of every unsafe call: origin check, body parsing and writing. */
const UNSAFE: readonly ErrorCode[] = [
  'FOREIGN_ORIGIN',
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'CONFLICT',
];

type Schema = { readonly params?: unknown; readonly querystring?: unknown; readonly body?: unknown };

/** Lists every error code of a call: its own, and those of its method, access and input. */
export function errorsOf(call: Call, own: readonly ErrorCode[], schema: Schema): readonly ErrorCode[] {
  const hasInput = schema.params !== undefined || schema.querystring !== undefined || schema.body !== undefined;
  const codes = new Set<ErrorCode>([
    'BAD_REQUEST',
    ...(hasInput ? (['VALIDATION_FAILED'] as const) : []),
    ...(call.path.includes('/:id') ? (['INVALID_ID'] as const) : []),
    ...BY_ACCESS[call.access],
    ...(call.stepUp ? (['STEP_UP_REQUIRED'] as const) : []),
    ...(isUnsafe(call) && !call.isCsrfExempt ? (['CSRF_INVALID'] as const) : []),
    ...(isUnsafe(call) ? UNSAFE : []),
    ...own,
    'INTERNAL',
    'UNAVAILABLE',
  ]);
  return [...codes];
}
