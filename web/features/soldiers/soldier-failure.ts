import { ApiError } from '#web/lib/api-error.ts';

/** The server's sentence, or `fallback` if it sent none (spec §8). */
export function soldierFailure(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.code !== 'UNREADABLE' ? error.message : fallback;
}
