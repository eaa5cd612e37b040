import { z } from 'zod';
import { requiredText } from '#shared/contract/fields.ts';
import { CONTENT_MESSAGE, MAX_TEXT } from '../messages.ts';

/** `content` is HTML with the tags of the allow-list (spec §8). */
export const textSection = z.object({ type: z.literal('text'), content: z.string().default('') });

export const textSectionBody = z.object({ type: z.literal('text'), content: requiredText(MAX_TEXT, CONTENT_MESSAGE) });
