import type { Ref } from 'react';
import type { ServiceListItem } from '#shared/features/services/schemas.ts';
import { ServiceCard } from '../service-card.tsx';

type Props = {
  services: readonly ServiceListItem[];
  /** For services of several categories. */
  isCategoryShown?: boolean;
  ref?: Ref<HTMLUListElement>;
};

/** The cards of the services, two beside each other. */
export function ServiceGrid({ services, isCategoryShown = false, ref }: Props) {
  return (
    <ul ref={ref} className="grid gap-6 pb-[60px] md:auto-rows-[minmax(260px,auto)] md:grid-cols-2">
      {services.map((service) => (
        // A last card alone in its row takes the whole row.
        <li key={service.id} className="md:last:odd:col-span-2">
          <ServiceCard service={service} isCategoryShown={isCategoryShown} />
        </li>
      ))}
    </ul>
  );
}
