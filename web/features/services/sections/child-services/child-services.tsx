import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { LoadError } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { childServicesQuery } from '../../api.ts';
import { ChildServicesTable } from './child-services-table.tsx';

/** Loads and shows the services of one `child_services` section. */
export function ChildServices({ ids }: { ids: readonly number[] }) {
  const catalogue = useRouteContext({ from: '__root__', select: (context) => context.catalogue });
  const { data, error, refetch } = useQuery(childServicesQuery(catalogue, ids));
  if (data) return <ChildServicesTable services={data} />;
  if (error) return <LoadError subject="포함 서비스" error={error} onRetry={() => void refetch()} />;
  return <Skeleton className="h-60" />;
}
