import { z } from 'zod';

/** One version of a terms text: what a page shows, and what an order was made under. */
export const termsReference = z.object({ filename: z.string(), title: z.string(), version: z.int() });
export type TermsReference = z.infer<typeof termsReference>;
