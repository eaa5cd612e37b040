/** How far the clock of the device is behind that of the server. */
let behindMs = 0;

/** An answer tells full seconds and has been under way: less is no difference of the clocks. */
const TOLERANCE_MS = 5000;

/**
 * Sets the clock by an answer that comes from the server and from no cache. Devices are minutes off,
 * and the times that the server names are its own.
 */
export function setServerClock({ headers }: Pick<Response, 'headers'>): void {
  const sentAt = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(sentAt) || !headers.get('cache-control')?.includes('no-store')) return;
  const measuredMs = sentAt - Date.now();
  if (Math.abs(measuredMs - behindMs) > TOLERANCE_MS) behindMs = measuredMs;
}

/** The present time at the server, give or take a few seconds. */
export function serverNow(): Date {
  return new Date(Date.now() + behindMs);
}
