import { z } from 'zod';
import { requiredLine } from '#shared/contract/fields.ts';
import { CONTENT_MESSAGE } from '../messages.ts';

/** A heading of the third rank. */
export const headingSection = z.object({ type: z.literal('heading'), content: z.string().default('') });

export const headingSectionBody = z.object({ type: z.literal('heading'), content: requiredLine(200, CONTENT_MESSAGE) });
