import * as sessionCalls from '#shared/features/accounts/session-calls.ts';
import { send } from '#web/lib/send.ts';

/** The logged-in user. A refusal is the caller's own matter. */
export const fetchMine = () => send(sessionCalls.getMine, { isSilent: true });

/** Ends the pushes to this browser: its push service then refuses them, and the shop forgets the address. */
async function endPushes(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  } catch {
    // Without the push service there is nothing to end now; a push says nothing of a customer.
  }
}

/** Ends the session on the server, and the pushes to this browser, which are not waited for. */
export function logOut() {
  void endPushes();
  return send(sessionCalls.logOut, { isSilent: true });
}
