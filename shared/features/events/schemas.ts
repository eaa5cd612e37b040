import { z } from 'zod';

/** The answer of `GET /api/events`: `text/event-stream`. */
export const eventStream = z.string().meta({ description: 'text/event-stream' });
