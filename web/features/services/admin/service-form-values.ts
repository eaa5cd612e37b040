import { z } from 'zod';
import { type AdminService, adminServiceBody } from '#shared/features/services/admin-schemas.ts';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import { mapSectionHtml } from '#shared/features/services/sections/section-html.ts';
import { fromKoreanLocal, toKoreanLocal } from '#shared/format/korean-local.ts';
import type { SectionValues } from './sections/section-kind.ts';
import { toSection, toSectionValues } from './sections/section-kinds.ts';

/** `scheduled`: the price in the period, null where it stays as it is. */
export type PlanValues = { name: string; price: number | null; description: string; scheduled: number | null };

/** The period as a date field has it, in Korean time. */
export type ScheduleValues = { isOn: boolean; starts_at: string; ends_at: string };

export type ServiceValues = {
  title: string;
  tagline: string;
  category: string;
  position: number;
  card_description: string;
  /** One per line, or several with commas. */
  keywords: string;
  price: { original_price: number | null; plans: PlanValues[] };
  scheduled_price: ScheduleValues;
  description: { title: string; sections: SectionValues[] };
  requiresAuth: boolean;
  requiresSoldier: boolean;
  is_hidden: boolean;
};

export const EMPTY_PLAN: PlanValues = { name: '', price: null, description: '', scheduled: null };
const NO_SCHEDULE: ScheduleValues = { isOn: false, starts_at: '', ends_at: '' };

export const EMPTY_SERVICE: ServiceValues = {
  title: '',
  tagline: '',
  category: '',
  position: 0,
  card_description: '',
  keywords: '',
  price: { original_price: null, plans: [] },
  scheduled_price: NO_SCHEDULE,
  description: { title: '', sections: [] },
  requiresAuth: true,
  requiresSoldier: true,
  // Shown to visitors once the administrator decides so.
  is_hidden: false,
};

/** Converts a service to the values of its form. */
export function toValues(service: AdminService): ServiceValues {
  const { title, tagline, category, position, card_description, price, description, scheduled_price } = service;
  const scheduledOf = (name: string) => scheduled_price?.plans.find((plan) => plan.name === name)?.price ?? null;
  return {
    title,
    tagline,
    category,
    position,
    card_description,
    keywords: service.keywords.join(', '),
    price: {
      original_price: price.original_price ?? null,
      plans: price.plans.map((plan) => ({ ...plan, scheduled: scheduledOf(plan.name) })),
    },
    scheduled_price: scheduled_price
      ? {
          isOn: true,
          starts_at: toKoreanLocal(scheduled_price.starts_at),
          ends_at: toKoreanLocal(scheduled_price.ends_at),
        }
      : NO_SCHEDULE,
    description: {
      title: description.title ?? '',
      sections: description.sections.map(toSectionValues),
    },
    requiresAuth: service.requiresAuth,
    requiresSoldier: service.requiresSoldier,
    is_hidden: service.is_hidden,
  };
}

/** The typed keywords, separated by commas or lines. */
function keywordsOf(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function toRequest(values: ServiceValues): unknown {
  const { title, sections } = values.description;
  const { isOn, starts_at, ends_at } = values.scheduled_price;
  const plans = values.price.plans.flatMap(({ name, scheduled }) =>
    scheduled === null ? [] : [{ name: name.trim(), price: scheduled }],
  );
  return {
    ...values,
    keywords: keywordsOf(values.keywords),
    description: { title, sections: sections.map(toSection) },
    scheduled_price: isOn ? { starts_at: fromKoreanLocal(starts_at), ends_at: fromKoreanLocal(ends_at), plans } : null,
  };
}

/** The typed values, validated as the server validates the request body. */
export const serviceFormSchema = z.custom<ServiceValues>().transform(toRequest).pipe(adminServiceBody);

/** A service as the form has it: the category may not be chosen yet. */
export type PreviewedService = Omit<ServiceDetail, 'category'> & { category: ServiceDetail['category'] | undefined };

/**
 * The service as the shop would show it if it were saved now, without plans that have no price yet.
 * `safe` sanitises HTML.
 */
export function toPreview(values: ServiceValues, safe: (html: string) => string): Omit<ServiceDetail, 'category'> {
  const { title, tagline, position, card_description, price, description, requiresAuth, requiresSoldier } = values;
  return {
    id: 0,
    title,
    tagline,
    position,
    requiresAuth,
    requiresSoldier,
    card_description: safe(card_description),
    keywords: keywordsOf(values.keywords),
    price: {
      ...(price.original_price !== null && { original_price: price.original_price }),
      plans: price.plans.flatMap(({ name, description: text, price: won }) =>
        won === null || Number.isNaN(won) ? [] : [{ name, price: won, description: text }],
      ),
    },
    description: {
      title: description.title,
      sections: description.sections.map((values) => {
        const shown = mapSectionHtml(toSection(values), safe);
        return shown.type === 'list' ? { ...shown, items: shown.items.filter((item) => item.trim() !== '') } : shown;
      }),
    },
  };
}
