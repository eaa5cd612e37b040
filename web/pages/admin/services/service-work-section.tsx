import { useQuery } from '@tanstack/react-query';
import { AdminSection, Panel } from '#web/admin-kit/admin-page.tsx';
import { adminProfilesQuery } from '#web/features/admin-profiles/admin/api.ts';
import { ServiceWorkForm } from '#web/features/orders/admin/work/service-work-form.tsx';
import { serviceWorkQuery } from '#web/features/orders/admin/work-api.ts';
import { Loaded } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/**
 * How the orders of a service begin. Saved apart from the service, which only shows what is sold.
 */
export function ServiceWorkSection({ serviceId }: { serviceId: number }) {
  const work = useQuery(serviceWorkQuery(serviceId));
  const profiles = useQuery(adminProfilesQuery);
  const data = work.data && profiles.data && { work: work.data, profiles: profiles.data };
  return (
    <AdminSection title="업무 설정">
      <Panel>
        <Loaded
          data={data}
          error={work.error ?? profiles.error}
          onRetry={() => void Promise.all([work.refetch(), profiles.refetch()])}
          subject="업무 설정"
          loading={<Skeleton className="h-[280px] w-full" />}
        >
          {(loaded) => <ServiceWorkForm serviceId={serviceId} {...loaded} />}
        </Loaded>
      </Panel>
    </AdminSection>
  );
}
