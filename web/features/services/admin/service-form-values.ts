import { z } from 'zod';
import { type AdminService, adminServiceBody } from '#shared/features/services/admin-schemas.ts';
import type { SECTION_TYPES, ServiceDetail, ServiceSection } from '#shared/features/services/schemas.ts';

export type SectionType = (typeof SECTION_TYPES)[number];

/** A section as the form holds it: all fields of all types, lists as typed text. */
export type SectionValues = {
  type: SectionType;
  content: string;
  /** One per line. */
  items: string;
  url: string;
  alt: string;
  filename: string;
  /** Comma-separated. */
  serviceIds: string;
};

export type ServiceValues = {
  title: string;
  tagline: string;
  category: string;
  position: number;
  card_description: string;
  price: { original_price: number | null; plans: { name: string; price: number | null; description: string }[] };
  description: { title: string; sections: SectionValues[] };
  requiresAuth: boolean;
  requiresSoldier: boolean;
};

export function emptySection(type: SectionType): SectionValues {
  return { type, content: '', items: '', url: '', alt: '', filename: '', serviceIds: '' };
}

export const EMPTY_SERVICE: ServiceValues = {
  title: '',
  tagline: '',
  category: '',
  position: 0,
  card_description: '',
  price: { original_price: null, plans: [] },
  description: { title: '', sections: [] },
  requiresAuth: true,
  requiresSoldier: true,
};

function toSectionValues(section: ServiceSection): SectionValues {
  const { type, content = '', items = [], url = '', alt = '', filename = '', serviceIds = [] } = section;
  return { type, content, items: items.join('\n'), url, alt, filename, serviceIds: serviceIds.join(', ') };
}

export function toValues(service: AdminService): ServiceValues {
  const { title, tagline, category, position, card_description, price, description } = service;
  return {
    ...{ title, tagline, category, position, card_description },
    price: { original_price: price.original_price ?? null, plans: price.plans.map((plan) => ({ ...plan })) },
    description: {
      title: description.title ?? '',
      sections: description.sections.map(toSectionValues),
    },
    requiresAuth: service.requiresAuth,
    requiresSoldier: service.requiresSoldier,
  };
}

function idsOf(text: string): number[] {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  return parts.map((part) => (/^\d+$/.test(part) ? Number(part) : Number.NaN));
}

/** Each section with the fields of its type only. */
function toSection({ type, content, items, url, alt, filename, serviceIds }: SectionValues): ServiceSection {
  switch (type) {
    case 'list':
      return { type, items: items.split('\n') };
    case 'image':
      return { type, url, alt };
    case 'tos':
      return { type, filename, content };
    case 'child_services':
      return { type, serviceIds: idsOf(serviceIds) };
    default:
      return { type, content };
  }
}

function toRequest(values: ServiceValues): unknown {
  const { title, sections } = values.description;
  return { ...values, description: { title, sections: sections.map(toSection) } };
}

/** The typed values, validated as the server validates the request body. */
export const serviceFormSchema = z.custom<ServiceValues>().transform(toRequest).pipe(adminServiceBody);

/** The service as the shop would show it if it were saved now. `safe` sanitises HTML. */
export function toPreview(values: ServiceValues, safe: (html: string) => string): Omit<ServiceDetail, 'category'> {
  const { title, tagline, position, card_description, price, description, requiresAuth, requiresSoldier } = values;
  return {
    ...{ id: 0, title, tagline, position, requiresAuth, requiresSoldier },
    card_description: safe(card_description),
    price: {
      ...(price.original_price !== null && { original_price: price.original_price }),
      plans: price.plans.map((plan) => ({ ...plan, price: plan.price ?? 0 })),
    },
    description: {
      title: description.title,
      sections: description.sections.map((section) => {
        const shown = toSection(section);
        if (shown.type === 'list') return { ...shown, items: (shown.items ?? []).filter((item) => item.trim() !== '') };
        if (shown.type === 'child_services')
          return { ...shown, serviceIds: (shown.serviceIds ?? []).filter(Number.isSafeInteger) };
        return shown.type === 'text' ? { ...shown, content: safe(shown.content ?? '') } : shown;
      }),
    },
  };
}
