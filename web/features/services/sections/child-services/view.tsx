import type { SectionOf } from '#shared/features/services/sections/schemas.ts';
import { ChildServices } from './child-services.tsx';

export function ChildServicesSection({ section }: { section: SectionOf<'child_services'> }) {
  return (
    <div className="mt-5 first:mt-0">
      <ChildServices ids={section.serviceIds} />
    </div>
  );
}
