import { z } from 'zod';
import { id, serviceCategory, won } from '#shared/contract/fields.ts';
import { MAX_SERVICE_IDS } from '#shared/features/services/sections/child-services/schemas.ts';
import { serviceSection } from '#shared/features/services/sections/schemas.ts';
import { termsReference } from '#shared/features/terms/schemas.ts';

export const plan = z.object({ name: z.string(), price: won, description: z.string() });
export const servicePrice = z.object({ original_price: won.optional(), plans: z.array(plan) });

export const serviceDescription = z.object({ title: z.string().optional(), sections: z.array(serviceSection) });
export type ServiceDescription = z.infer<typeof serviceDescription>;

/** One service as the list gives it: everything but the description (contract §3). */
export const serviceListItem = z.object({
  id,
  title: z.string(),
  tagline: z.string(),
  category: serviceCategory,
  position: z.int(),
  card_description: z.string(),
  /** Words by which people search for it; no page shows them. */
  keywords: z.array(z.string()),
  price: servicePrice,
  requiresAuth: z.boolean(),
  requiresSoldier: z.boolean(),
});
export type ServiceListItem = z.infer<typeof serviceListItem>;

export const serviceDetail = serviceListItem.extend({
  description: serviceDescription,
  /**
   * The newest versions of the texts that its terms sections name; left out where there are none.
   */
  terms: z.array(termsReference).optional(),
  /** The packages that include it; left out where there are none. */
  packages: z.array(z.object({ id, title: z.string() })).optional(),
});
export type ServiceDetail = z.infer<typeof serviceDetail>;

/** Holds what a table of child services needs (`GET /api/services?ids=`). */
export const childService = z.object({ id, title: z.string(), category: serviceCategory, price: servicePrice });
export type ChildService = z.infer<typeof childService>;

/** Holds what the page of another service of its category shows of a service. */
export const relatedService = serviceListItem.pick({ id: true, title: true, tagline: true, price: true });
export type RelatedService = z.infer<typeof relatedService>;

const IDS_MESSAGE = `서비스 번호 목록이 올바르지 않습니다. 쉼표로 구분한 번호를 ${MAX_SERVICE_IDS}개까지 보낼 수 있습니다.`;

export const servicesQuery = z.object({
  /** Separated by commas. */
  ids: z
    .string({ error: IDS_MESSAGE })
    .regex(/^\d{1,10}(,\d{1,10})*$/, IDS_MESSAGE)
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(id).max(MAX_SERVICE_IDS, IDS_MESSAGE))
    .optional(),
});
export type ServicesQuery = z.input<typeof servicesQuery>;
