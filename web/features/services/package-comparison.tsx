import { useQueries } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { includedIds } from '#shared/features/services/list-parts.ts';
import type { ServiceListItem } from '#shared/features/services/schemas.ts';
import { cardPrice } from '#shared/rules/price.ts';
import { LINK_IN_TEXT, TEXT_LINK } from '#web/ui/button-class.ts';
import { serviceQuery } from './api.ts';

type Props = { packages: readonly ServiceListItem[]; services: readonly ServiceListItem[] };

/**
 * Shows what the packages hold, beside the price of each service alone; for two packages or more. Folded, as it
 * is long.
 */
export function PackageComparison({ packages, services }: Props) {
  const catalogue = useRouteContext({ from: '__root__', select: (context) => context.catalogue });
  const details = useQueries({ queries: packages.map(({ id }) => serviceQuery(catalogue, id)) });
  const compared = details.flatMap(({ data }) => (data ? [{ service: data, children: includedIds(data) }] : []));
  const rows = services.filter(({ id }) => compared.some(({ children }) => children.has(id)));
  if (compared.length < 2 || rows.length === 0) return null;
  return (
    <details className="mt-6">
      <summary className={`${TEXT_LINK} cursor-pointer`}>패키지와 개별 신청 비교</summary>
      <table className="w-full border-ink-900 border-t-2 text-left text-caption sm:text-small">
        <caption className="sr-only">패키지와 개별 신청 비교</caption>
        <thead>
          <tr className="border-line border-b align-bottom text-ink-900">
            <th scope="col" className="py-3 pr-2 font-semibold">
              서비스
            </th>
            <th scope="col" className="px-1 py-3 text-right font-semibold sm:px-2">
              개별 신청
            </th>
            {compared.map(({ service }) => (
              <th key={service.id} scope="col" className="w-[20%] px-1 py-3 text-center font-semibold sm:px-2">
                <Link
                  to="/services/$serviceId"
                  params={{ serviceId: String(service.id) }}
                  className={`${LINK_IN_TEXT} block`}
                >
                  {withBoundNumeral(service.title)}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-line border-b">
              <th scope="row" className="py-3 pr-2 font-normal text-ink-900">
                {row.title}
              </th>
              <td className="whitespace-nowrap px-1 py-3 text-right tabular-nums sm:px-2">{cardPrice(row.price)}</td>
              {compared.map(({ service, children }) => (
                <td key={service.id} className="px-2 py-3 text-center">
                  <Included isIncluded={children.has(row.id)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-bold text-ink-900">
            <th scope="row" colSpan={2} className="py-4 pr-2">
              패키지 가격
            </th>
            {compared.map(({ service }) => (
              <td
                key={service.id}
                className="whitespace-nowrap py-4 text-center text-brass-600 tabular-nums md:text-h4"
              >
                {cardPrice(service.price)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </details>
  );
}

/** Keeps the numeral of `패키지 II` beside its word. */
function withBoundNumeral(title: string): string {
  return title.replace(/ (?=[IVX]+$)/, '\u00a0');
}

function Included({ isIncluded }: { isIncluded: boolean }) {
  if (!isIncluded) {
    return (
      <>
        <span aria-hidden="true" className="text-ink-500">
          –
        </span>
        <span className="sr-only">포함되지 않음</span>
      </>
    );
  }
  return (
    <>
      <svg
        viewBox="0 0 24 24"
        className="mx-auto size-5 fill-none stroke-olive-700"
        strokeWidth="2.5"
        aria-hidden="true"
      >
        <path d="m4 12.5 5.5 5.5L20 7" />
      </svg>
      <span className="sr-only">포함</span>
    </>
  );
}
