import { Link } from '@tanstack/react-router';
import type { ServiceListItem } from '#shared/features/services/schemas.ts';
import { reportSelectPackage } from '#web/lib/analytics/page-analytics.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { CardPrice } from './card-price.tsx';
import { RichText } from './rich-text.tsx';

/** A package as a wide card: contents on the left, price on the right. */
export function PackageCard({ service }: { service: ServiceListItem }) {
  return (
    <article className="grid overflow-hidden rounded-card border border-line bg-surface md:grid-cols-[1fr_320px]">
      <div className="p-6 md:p-10">
        <h3 className="text-title text-ink-900">{service.title}</h3>
        <p className="mt-1 font-semibold text-olive-700">{service.tagline}</p>
        <RichText html={service.card_description} className="mt-5 text-ink-700" />
      </div>
      <div className="flex flex-col justify-end border-line border-t bg-olive-100 p-6 md:border-t-0 md:border-l md:p-10">
        <CardPrice price={service.price} size="lg" />
        <Link
          to="/services/$serviceId"
          params={{ serviceId: String(service.id) }}
          onClick={() => reportSelectPackage(service)}
          aria-label={`${service.title} 패키지 자세히 보기`}
          className={buttonClass('primary', 'mt-5')}
        >
          패키지 자세히 보기
        </Link>
      </div>
    </article>
  );
}
