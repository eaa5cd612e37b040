import { z } from 'zod';
import { sanitizeRichText } from '#server/lib/html-sanitizer.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { type StoredSchedule, storedSchedule } from '#shared/features/services/admin-schemas.ts';
import {
  plan,
  type ServiceDetail,
  type ServiceListItem,
  serviceDescription,
} from '#shared/features/services/schemas.ts';
import { mapSectionHtml } from '#shared/features/services/sections/section-html.ts';
import { priceAt } from '#shared/rules/scheduled-price.ts';
import type { ServiceCategory } from '#shared/rules/service-category.ts';

/** Columns of a service in a list. */
export type ServiceLineRow = {
  id: number;
  title: string;
  tagline: string;
  category: ServiceCategory;
  position: number;
  card_description: string;
  keywords: readonly string[];
  price: unknown;
  requires_auth: boolean;
  requires_soldier: boolean;
};

/** Columns of a service in the shop. */
export type ServiceRow = ServiceLineRow & { description: unknown };

const storedPrice = z.object({
  original_price: z.number().int().min(0).nullish(),
  plans: z.array(plan).nullish(),
});

export type StoredPrice = { original_price?: number; plans?: z.infer<typeof plan>[] };

/** Parses the stored price, also as JSON text (spec §3); an invalid one counts as never set (spec §8). */
export function readPrice(value: unknown): StoredPrice {
  const result = storedPrice.safeParse(parseJson(value));
  if (!result.success) return {};
  const { original_price, plans } = result.data;
  return { ...(original_price != null && { original_price }), ...(plans != null && { plans }) };
}

/** Parses the stored scheduled price; an invalid one counts as none. */
export function readScheduledPrice(value: unknown): StoredSchedule | null {
  return storedSchedule.safeParse(value).data ?? null;
}

/** Returns the price at a point in time. */
export function readPriceAt(price: unknown, scheduled: unknown, at: Date): StoredPrice {
  return priceAt(readPrice(price), readScheduledPrice(scheduled), at);
}

export type ServicePart = 'price' | 'description';

/** The stored parts that cannot be read: the shop shows defaults in their place (spec §8). */
export function unreadableParts({ price, description }: { price: unknown; description: unknown }): ServicePart[] {
  const parts: ServicePart[] = [];
  if (!storedPrice.safeParse(parseJson(price)).success) parts.push('price');
  // One that was never set has no sections.
  if (!serviceDescription.partial().safeParse(parseJson(description)).success) parts.push('description');
  return parts;
}

function readDescription(value: unknown): ServiceDetail['description'] {
  const result = serviceDescription.safeParse(parseJson(value));
  if (!result.success) return { sections: [] };
  const sections = result.data.sections.map((section) => mapSectionHtml(section, sanitizeRichText));
  return { ...result.data, sections };
}

/**
 * Presents a service without its description; plans are an empty list when never set (contract §3).
 */
export function toServiceLine(row: ServiceLineRow): ServiceListItem {
  const price = readPrice(row.price);
  return {
    id: row.id,
    title: row.title,
    tagline: row.tagline,
    category: row.category,
    position: row.position,
    card_description: sanitizeRichText(row.card_description),
    keywords: [...row.keywords],
    price: { ...price, plans: price.plans ?? [] },
    requiresAuth: row.requires_auth,
    requiresSoldier: row.requires_soldier,
  };
}

/** Presents a service for the detail call. */
export function toServiceDetail(row: ServiceRow): ServiceDetail {
  return { ...toServiceLine(row), description: readDescription(row.description) };
}
