import * as sessionCalls from '#shared/features/accounts/session-calls.ts';
import { send } from '#web/lib/send.ts';

/** The logged-in user. A refusal is the caller's own matter. */
export const fetchMine = () => send(sessionCalls.getMine, { isSilent: true });

/** Ends the session on the server. */
export const logOut = () => send(sessionCalls.logOut, { isSilent: true });
