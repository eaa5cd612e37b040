import type { Feature } from '#server/registry/feature.ts';
import * as calls from '#shared/features/events/calls.ts';
import * as schemas from '#shared/features/events/schemas.ts';
import { eventsRoutes } from './events.routes.ts';

export const events: Feature = {
  callTables: [{ name: 'events', calls, description: 'What happens in conversations, as it happens.' }],
  schemas: [schemas],
  async routes(app, { deps: { streams: hub, clock, config }, sessions }) {
    await app.register(eventsRoutes, { hub, sessions, clock, limits: config.limits });
  },
};
