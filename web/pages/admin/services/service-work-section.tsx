import { useQuery } from '@tanstack/react-query';
import { AdminSection, Panel } from '#web/features/admin-kit/admin-page.tsx';
import { ServiceWorkForm } from '#web/features/orders/admin/work/service-work-form.tsx';
import { serviceWorkQuery } from '#web/features/orders/admin/work/work-api.ts';
import { staffQuery } from '#web/features/staff/admin/api.ts';
import { Loaded } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** How the orders of a service begin. Saved apart from the service, which only shows what is sold. */
export function ServiceWorkSection({ serviceId }: { serviceId: number }) {
  const work = useQuery(serviceWorkQuery(serviceId));
  const staff = useQuery(staffQuery);
  const data = work.data && staff.data && { work: work.data, staff: staff.data };
  return (
    <AdminSection title="업무 설정">
      <Panel>
        <Loaded
          data={data}
          error={work.error ?? staff.error}
          onRetry={() => void Promise.all([work.refetch(), staff.refetch()])}
          subject="업무 설정"
          loading={<Skeleton className="h-[280px] w-full" />}
        >
          {(loaded) => <ServiceWorkForm serviceId={serviceId} {...loaded} />}
        </Loaded>
      </Panel>
    </AdminSection>
  );
}
