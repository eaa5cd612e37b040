import type { PageCatalogue } from '#server/pages/render.ts';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';

type Options = {
  services?: readonly ServiceDetail[];
  deletedIds?: readonly number[];
  changedAt?: Date;
};

/** A catalogue for pages without a database; `change` sets a new version with other services. */
export function createPageCatalogue({ services = [], deletedIds = [], changedAt }: Options = {}) {
  const listeners: (() => void)[] = [];
  let edition = 1;
  let shown = services;
  const find = (id: number) => shown.find((service) => service.id === id);
  const catalogue: PageCatalogue = {
    edition: () => edition,
    holidays: () => [],
    list: () => shown,
    find,
    changedAt: () => changedAt,
    isDeleted: (id) => deletedIds.includes(id),
    children: () => [],
    related: () => [],
    onChange: (listener) => void listeners.push(listener),
  };
  function change(newServices: readonly ServiceDetail[] = shown): void {
    edition += 1;
    shown = newServices;
    for (const listener of listeners) listener();
  }
  return { catalogue, change };
}

/** Builds a service with two plans. */
export function shownService(wishes: Partial<ServiceDetail> = {}): ServiceDetail {
  return {
    id: 14,
    title: '징계·항고',
    tagline: '징계위원회부터 항고까지 함께합니다.',
    category: 'during',
    position: 0,
    card_description: '',
    keywords: [],
    price: {
      original_price: 500_000,
      plans: [
        { name: '의견서', price: 300_000, description: '의견서 작성' },
        { name: '출석', price: 550_000, description: '의견서 작성과 출석' },
      ],
    },
    requiresAuth: true,
    requiresSoldier: true,
    description: { sections: [] },
    ...wishes,
  };
}
