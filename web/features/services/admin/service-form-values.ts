import { z } from 'zod';
import { type AdminService, adminServiceBody } from '#shared/features/services/admin-schemas.ts';
import type { FaqEntry, SECTION_TYPES, ServiceDetail, ServiceSection } from '#shared/features/services/schemas.ts';
import { fromKoreanLocal, toKoreanLocal } from '#shared/format/korean-local.ts';

export type SectionType = (typeof SECTION_TYPES)[number];

/** A section as the form holds it: all fields of all types, list items as typed text. */
export type SectionValues = {
  type: SectionType;
  content: string;
  /** One per line. */
  items: string;
  url: string;
  alt: string;
  filename: string;
  serviceIds: number[];
  /** A question on a line, its answer below it, a blank line between two. */
  questions: string;
};

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

export function emptySection(type: SectionType): SectionValues {
  return { type, content: '', items: '', url: '', alt: '', filename: '', serviceIds: [], questions: '' };
}

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

function toSectionValues(section: ServiceSection): SectionValues {
  const { type, content = '', items = [], url = '', alt = '', filename = '', serviceIds = [] } = section;
  return {
    type,
    content,
    url,
    alt,
    filename,
    items: items.join('\n'),
    serviceIds: [...serviceIds],
    questions: (section.questions ?? []).map(({ question, answer }) => `${question}\n${answer}`).join('\n\n'),
  };
}

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

function questionsOf(text: string): FaqEntry[] {
  const blocks = text.split(/\n\s*\n/).map((block) => block.trim());
  return blocks
    .filter((block) => block !== '')
    .map((block) => {
      const [question = '', ...answer] = block.split('\n');
      return { question, answer: answer.join('\n') };
    });
}

/** Each section with the fields of its type only. */
function toSection({ type, content, items, url, alt, filename, serviceIds, questions }: SectionValues): ServiceSection {
  switch (type) {
    case 'list':
      return { type, items: items.split('\n') };
    case 'image':
      return { type, url, alt };
    case 'tos':
      return { type, filename, content };
    case 'child_services':
      return { type, serviceIds };
    case 'faq':
      return { type, questions: questionsOf(questions) };
    default:
      return { type, content };
  }
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
      sections: description.sections.map((section) => {
        const shown = toSection(section);
        if (shown.type === 'list') return { ...shown, items: (shown.items ?? []).filter((item) => item.trim() !== '') };
        if (shown.type === 'faq')
          return {
            ...shown,
            questions: (shown.questions ?? []).map((entry) => ({ ...entry, answer: safe(entry.answer) })),
          };
        return shown.type === 'text' ? { ...shown, content: safe(shown.content ?? '') } : shown;
      }),
    },
  };
}
