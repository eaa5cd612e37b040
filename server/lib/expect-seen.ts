import { isDeepStrictEqual } from 'node:util';
import { AppError } from './errors.ts';

/**
 * Refuses to save over what the sender has not seen; who sends no version is the last to write.
 * @throws AppError VERSION_CONFLICT with the stored one as `current`
 */
export function expectSeen(seen: number | null | undefined, current: { version: number }): void {
  if (seen != null && seen !== current.version) throw new AppError('VERSION_CONFLICT', { extra: { current } });
}

/**
 * As `expectSeen`, for what has no version: `seen` is what the form was opened with.
 * @throws AppError VERSION_CONFLICT with what is stored as `current`
 */
export function expectUnchanged<Stored>(seen: NoInfer<Stored> | undefined, current: Stored): void {
  if (seen !== undefined && !isDeepStrictEqual(seen, current))
    throw new AppError('VERSION_CONFLICT', { extra: { current } });
}
