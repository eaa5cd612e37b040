import { ApiError } from '../api-error.ts';

/** Returns whether the server answered that it has nothing under the number that was asked for. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
