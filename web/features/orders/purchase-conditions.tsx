import { FIRM } from '#content/firm.ts';
import { CASE_NOTES, PACKAGE_NOTES, PAYMENT_METHODS } from '#content/purchase-notes.ts';
import type { ServiceCategory } from '#shared/rules/service-category.ts';
import { DetailRow, Details } from '#web/ui/details.tsx';

/** How one pays, how long the service runs and how to cancel it: to be read before paying. */
export function PurchaseConditions({ category }: { category: ServiceCategory }) {
  const notes = category === 'package' ? PACKAGE_NOTES : CASE_NOTES;
  return (
    <section aria-label="결제 방법, 제공 기간과 청약 철회">
      <Details>
        <DetailRow label="결제 방법">{PAYMENT_METHODS}</DetailRow>
        <DetailRow label="제공 기간">{notes.period}</DetailRow>
        <DetailRow label="청약 철회">{notes.withdrawal}</DetailRow>
      </Details>
      <p className="mt-2 text-small text-ink-500">{FIRM.priceNote}</p>
    </section>
  );
}
