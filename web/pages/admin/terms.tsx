import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { AdminTerms } from '#shared/features/terms/admin-schemas.ts';
import { ADMIN_LINK, AdminPage, AdminSection } from '#web/admin-kit/admin-page.tsx';
import { RichText } from '#web/features/services/rich-text.tsx';
import { adminTermsQuery } from '#web/features/terms/admin/api.ts';
import { TermsForm } from '#web/features/terms/admin/terms-form.tsx';
import { TermsVersions } from '#web/features/terms/admin/terms-versions.tsx';
import { Loaded } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const route = getRouteApi('/queries/admin/admin/terms/$filename');

const BACK = (
  <Link to="/admin/terms" className={ADMIN_LINK}>
    약관 목록
  </Link>
);

/** As the shop shows it at the agreement. */
const renderText = (html: string) => <RichText html={html} />;

export function AdminNewTermsPage() {
  const handleCreated = useShowCreated();
  return (
    <AdminPage title="새 약관" action={BACK}>
      <TermsForm onCreated={handleCreated} renderText={renderText} />
    </AdminPage>
  );
}

export function AdminTermsPage() {
  const { filename } = route.useParams();
  const handleCreated = useShowCreated();
  const { data, error, refetch } = useQuery(adminTermsQuery(filename));
  return (
    <AdminPage title={data ? `약관 편집: ${data.filename}` : '약관 편집'} action={BACK}>
      <Loaded
        data={data}
        error={error}
        onRetry={() => void refetch()}
        subject="약관"
        loading={<Skeleton className="h-[480px] w-full" />}
      >
        {(terms) => (
          <>
            <TermsForm key={terms.filename} terms={terms} onCreated={handleCreated} renderText={renderText} />
            <AdminSection title="버전">
              <TermsVersions terms={terms} renderText={renderText} />
            </AdminSection>
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

function useShowCreated() {
  const navigate = useNavigate();
  return ({ filename }: AdminTerms) => navigate({ to: '/admin/terms/$filename', params: { filename }, replace: true });
}
