import { buildAllIfStale } from '../../../scripts/build-if-stale.ts';

/** These tests run the built server and its pages: both must be the present ones. */
export function setup(): void {
  buildAllIfStale();
}
