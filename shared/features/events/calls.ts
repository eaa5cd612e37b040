import { call } from '#shared/contract/call.ts';

/**
 * The events of the own conversations; of all, for administrators. `stream-events.ts` has their
 * data.
 */
export const stream = call<{ answer: string }>('GET', '/api/events', {
  access: 'user',
  isAutomatic: true,
});
