import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { AdminService } from '#shared/features/services/admin-schemas.ts';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import { serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { ADMIN_LINK, AdminPage } from '#web/features/admin-kit/admin-page.tsx';
import { adminServiceQuery } from '#web/features/services/admin/api.ts';
import { ServiceForm } from '#web/features/services/admin/service-form.tsx';
import { PackageCard } from '#web/features/services/package-card.tsx';
import { ServiceCard } from '#web/features/services/service-card.tsx';
import { ServiceSections } from '#web/features/services/service-sections.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

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
  return (
    <AdminPage title="서비스 편집" action={BACK}>
      {data && <ServiceForm key={data.id} service={data} onCreated={handleCreated} renderPreview={renderPreview} />}
      {!data && error && <LoadError subject="서비스" message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div role="status">
          <span className="sr-only">서비스 불러오는 중</span>
          <Skeleton className="h-[480px] w-full" />
        </div>
      )}
    </AdminPage>
  );
}

function useShowCreated() {
  const navigate = useNavigate();
  return ({ id }: AdminService) =>
    navigate({ to: '/admin/services/$serviceId', params: { serviceId: String(id) }, replace: true });
}

/**
 * The preview, made of the shop's components. Its links are inactive: the service is not saved yet.
 */
function renderPreview(service: ServiceDetail) {
  return (
    <div className="grid gap-8">
      <div inert>
        {service.category === 'package' ? <PackageCard service={service} /> : <ServiceCard service={service} />}
      </div>
      <div>
        <p className="font-semibold text-ink-500">{serviceCategoryLabel(service.category)}</p>
        <p className="mt-1 text-h2 text-ink-900">{service.title}</p>
        <p className="mt-2 text-ink-700">{service.tagline}</p>
        {service.description.title && <p className="mt-4 text-h3 text-ink-900">{service.description.title}</p>}
      </div>
      <ServiceSections sections={service.description.sections} />
    </div>
  );
}
