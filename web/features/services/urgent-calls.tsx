import { FIRM } from '#content/firm.ts';
import { URGENT_LINES } from '#content/urgent-lines.ts';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import { URGENT_SENTENCE } from '#shared/rules/work/urgent-day.ts';
import { OfficeTimes } from '#web/lib/navigation/desk-hours.tsx';
import { buttonClass, LINK_IN_TEXT } from '#web/ui/button-class.ts';

/** At the top of a service whose people may be in danger: the lines that help at once. */
export function UrgentLines({ serviceId }: { serviceId: number }) {
  return URGENT_LINES.filter(({ serviceIds }) => serviceIds.includes(serviceId)).map(({ name, phone, note }) => (
    <section
      key={phone}
      aria-label={`긴급 전화 ${name}`}
      className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-danger bg-surface p-5"
    >
      <p className="min-w-0 flex-1 basis-60 text-ink-900 text-small">
        <strong className="block text-body">{`${name} ${phone}`}</strong>
        {note}
      </p>
      <a href={`tel:${phone}`} className={buttonClass('danger', 'tabular-nums max-sm:w-full')}>
        {`${phone} 전화하기`}
      </a>
    </section>
  ));
}

/** Above the form of a service with a price: the firm's telephone, for what cannot wait. */
export function CallFirst({ service: { category, price } }: { service: Pick<ServiceDetail, 'category' | 'price'> }) {
  if (price.plans.length === 0) return null;
  return (
    <p className="mb-4 rounded-card border border-line bg-surface px-6 py-4 text-ink-700 text-small">
      {category === 'package' ? '급하시면 전화해주세요.' : `급하시거나 ${URGENT_SENTENCE}`}{' '}
      <a
        href={`tel:${FIRM.phone}`}
        className={`${LINK_IN_TEXT} inline-flex min-h-11 items-center tabular-nums md:min-h-8`}
      >
        {FIRM.phone}
      </a>{' '}
      <span className="whitespace-nowrap text-ink-500">
        <OfficeTimes />
      </span>
    </p>
  );
}
