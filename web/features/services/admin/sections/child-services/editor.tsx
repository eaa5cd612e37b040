import type { SectionKind } from '../section-kind.ts';
import { ChildServicesField } from './child-services-field.tsx';

export const childServicesKind: SectionKind<'child_services'> = {
  label: '하위 서비스',
  toValues: ({ serviceIds }) => ({ serviceIds: [...serviceIds] }),
  toSection: ({ serviceIds }) => ({ type: 'child_services', serviceIds }),
  summary: ({ serviceIds }) => (serviceIds.length > 0 ? `서비스 ${serviceIds.length}개` : ''),
  Editor: ChildServicesField,
};
