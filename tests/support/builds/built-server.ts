import { buildIfStale } from '../../../scripts/build-if-stale.ts';

/** The processes of these tests run the built server: it must be the present one. */
export function setup(): void {
  buildIfStale('server');
}
