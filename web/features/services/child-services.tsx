import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { childServicesQuery } from './api.ts';
import { ChildServicesTable } from './child-services-table.tsx';

/** Loads and shows the services of one `child_services` section. */
export function ChildServices({ ids }: { ids: readonly number[] }) {
  const catalogue = useRouteContext({ from: '__root__', select: (context) => context.catalogue });
  const { data, isError, refetch } = useQuery(childServicesQuery(catalogue, ids));
  if (data) return <ChildServicesTable services={data} />;
  if (isError) {
    return (
      <p role="alert">
        포함 서비스를 불러오지 못했습니다.{' '}
        <button
          type="button"
          onClick={() => void refetch()}
          className="min-h-11 text-olive-700 underline underline-offset-4"
        >
          다시 시도
        </button>
      </p>
    );
  }
  return <div role="status" aria-label="포함 서비스를 불러오고 있습니다" className="h-60 rounded-[10px] bg-line/50" />;
}
