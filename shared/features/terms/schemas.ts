import { z } from 'zod';

/** One version of a terms text: what a page shows, and what an order was made under. */
export const termsReference = z.object({ filename: z.string(), title: z.string(), version: z.int() });
export type TermsReference = z.infer<typeof termsReference>;

/** An unknown name is 404, whatever it looks like. */
export const termsParams = z.object({ filename: z.string() });
export type TermsParams = z.input<typeof termsParams>;

export const termsQuery = z.object({
  /** The newest when left out. */
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number)
    .optional()
    // A version that cannot exist is answered like one that does not exist.
    .catch(0),
});
