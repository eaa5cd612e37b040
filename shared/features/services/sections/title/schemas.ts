import { z } from 'zod';
import { requiredLine } from '#shared/contract/fields.ts';
import { CONTENT_MESSAGE } from '../messages.ts';

/** A heading of the second rank. */
export const titleSection = z.object({ type: z.literal('title'), content: z.string().default('') });

export const titleSectionBody = z.object({ type: z.literal('title'), content: requiredLine(200, CONTENT_MESSAGE) });
