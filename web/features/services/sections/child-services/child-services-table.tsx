import { Link } from '@tanstack/react-router';
import type { ChildService } from '#shared/features/services/schemas.ts';
import { childServicesTotal, formatManwon, NO_PRICE_TEXT } from '#shared/rules/price.ts';

/** The services that are part of another one, with each first plan's price and the total. */
export function ChildServicesTable({ services }: { services: readonly ChildService[] }) {
  return (
    <table className="w-full border-ink-900 border-t-2 text-left">
      <caption className="sr-only">포함 서비스와 개별 신청 금액</caption>
      <thead>
        <tr className="border-line border-b text-small text-ink-500">
          <th scope="col" className="py-3 pr-4 font-semibold">
            서비스
          </th>
          <th scope="col" className="py-3 text-right font-semibold">
            금액
          </th>
        </tr>
      </thead>
      <tbody>
        {services.map((service) => (
          <tr key={service.id} className="border-line border-b">
            <th scope="row" className="font-normal">
              <Link
                to="/services/$serviceId"
                params={{ serviceId: String(service.id) }}
                className="flex min-h-12 items-center py-2 pr-4 text-olive-700 underline underline-offset-4"
              >
                {service.title}
              </Link>
            </th>
            <td className="whitespace-nowrap py-2 text-right text-ink-900 tabular-nums">{firstPlanPrice(service)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="py-4 pr-4 font-semibold text-ink-900">
            합계
          </th>
          <td className="whitespace-nowrap py-4 text-right font-bold text-h3 text-ink-900 tabular-nums">
            {formatManwon(childServicesTotal(services))}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function firstPlanPrice(service: ChildService): string {
  const plan = service.price.plans[0];
  return plan ? formatManwon(plan.price) : NO_PRICE_TEXT;
}
