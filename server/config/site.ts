import { z } from 'zod';
import type { Values } from './fields.ts';

/** The proof of ownership that a search engine gave; pages contain it unchanged. */
const verification = z
  .string()
  .regex(/^[\w=-]{8,100}$/, 'accepted: the content of the tag, without the tag')
  .optional();

export const siteVariables = {
  GA_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,20}$/, 'accepted: G- with capital letters and digits')
    .optional(),
  NAVER_SITE_VERIFICATION: verification,
  GOOGLE_SITE_VERIFICATION: verification,
};

/** Describes what every page says in its head about this installation. */
export type SiteTags = {
  /** Google Analytics; undefined: nothing is loaded from outside. */
  measurementId: string | undefined;
  naverVerification: string | undefined;
  googleVerification: string | undefined;
};

export function siteTags(env: Values<typeof siteVariables>): SiteTags {
  return {
    measurementId: env.GA_MEASUREMENT_ID,
    naverVerification: env.NAVER_SITE_VERIFICATION,
    googleVerification: env.GOOGLE_SITE_VERIFICATION,
  };
}
