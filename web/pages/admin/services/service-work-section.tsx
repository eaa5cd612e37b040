import { useQuery } from '@tanstack/react-query';
import { AdminSection, Panel } from '#web/features/admin-kit/admin-page.tsx';
import { ServiceWorkForm } from '#web/features/orders/admin/work/service-work-form.tsx';
import { serviceWorkQuery } from '#web/features/orders/admin/work/work-api.ts';
import { staffQuery } from '#web/features/staff/admin/api.ts';
import { LoadError } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** How the orders of a service begin. Saved apart from the service, which only shows what is sold. */
export function ServiceWorkSection({ serviceId }: { serviceId: number }) {
  const work = useQuery(serviceWorkQuery(serviceId));
  const staff = useQuery(staffQuery);
  const error = work.error ?? staff.error;
  const isLoaded = work.data && staff.data;
  const reload = () => void Promise.all([work.refetch(), staff.refetch()]);
  return (
    <AdminSection title="업무 설정">
      <Panel>
        {isLoaded && <ServiceWorkForm serviceId={serviceId} work={work.data} staff={staff.data} />}
        {!isLoaded && error && <LoadError subject="업무 설정" message={error.message} onRetry={reload} />}
        {!isLoaded && !error && (
          <div role="status">
            <span className="sr-only">업무 설정 불러오는 중</span>
            <Skeleton className="h-[280px] w-full" />
          </div>
        )}
      </Panel>
    </AdminSection>
  );
}
