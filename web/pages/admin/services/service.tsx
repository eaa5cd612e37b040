import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminService } from '#shared/features/services/admin-schemas.ts';
import { ADMIN_LINK, AdminPage } from '#web/admin-kit/admin-page.tsx';
import { adminServiceQuery } from '#web/features/services/admin/api.ts';
import { ServiceForm } from '#web/features/services/admin/service-form.tsx';
import type { PreviewedService } from '#web/features/services/admin/service-form-values.ts';
import { ServiceVersions } from '#web/features/services/admin/service-versions.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Loaded } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ServicePreview } from './service-preview.tsx';
import { ServiceWorkSection } from './service-work-section.tsx';

const route = getRouteApi('/queries/admin/admin/services/$serviceId');

const BACK = (
  <Link to="/admin/services" className={ADMIN_LINK}>
    서비스 목록
  </Link>
);

export function AdminNewServicePage() {
  const handleCreated = useShowCreated();
  return (
    <AdminPage title="새 서비스" action={BACK}>
      <ServiceForm onCreated={handleCreated} renderPreview={renderPreview} />
    </AdminPage>
  );
}

export function AdminServicePage() {
  const { serviceId } = route.useParams();
  const handleCreated = useShowCreated();
  const { data, error, refetch } = useQuery(adminServiceQuery(serviceId));
  const queryClient = useQueryClient();
  const [restored, setRestored] = useState(0);
  const handleRestored = (service: AdminService) => {
    queryClient.setQueryData(adminServiceQuery(serviceId).queryKey, service);
    setRestored(service.version);
  };
  const isCreated = useLocation({ select: ({ state }) => state.isCreated === true });
  return (
    <AdminPage
      title={data ? data.title : '서비스 편집'}
      action={
        <span className="flex flex-wrap items-center gap-x-4">
          {data?.is_hidden && <Badge kind="quiet">숨김</Badge>}
          {data && !data.is_hidden && (
            <a href={`/services/${data.id}`} target="_blank" rel="noopener" className={ADMIN_LINK}>
              상점에서 보기
            </a>
          )}
          {BACK}
        </span>
      }
    >
      <Loaded
        data={data}
        error={error}
        onRetry={() => void refetch()}
        subject="서비스"
        loading={<Skeleton className="h-[480px] w-full" />}
      >
        {(service) => (
          <>
            <ServiceForm
              // A restored version is another form: what was typed belongs to the one before.
              key={`${service.id} ${restored}`}
              service={service}
              isCreated={isCreated}
              onCreated={handleCreated}
              renderPreview={renderPreview}
            />
            <ServiceWorkSection key={`work-${service.id}`} serviceId={service.id} />
            <ServiceVersions serviceId={service.id} onRestored={handleRestored} />
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

function useShowCreated() {
  const navigate = useNavigate();
  return ({ id }: AdminService) =>
    navigate({
      to: '/admin/services/$serviceId',
      params: { serviceId: String(id) },
      replace: true,
      state: { isCreated: true },
    });
}

function renderPreview(service: PreviewedService) {
  return <ServicePreview service={service} />;
}
