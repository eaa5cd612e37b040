import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AdminPage } from '#web/admin-kit/admin-page.tsx';
import { operationsQuery } from '#web/features/operations/admin/api.ts';
import { OperationList } from '#web/features/operations/admin/operation-list.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Loaded } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const REFRESH_MS = 60_000;

/** How the running shop is: mail, messages, payment, jobs, backup, files and database. */
export function AdminOperationsPage() {
  const { data, error, refetch } = useQuery({ ...operationsQuery, refetchInterval: REFRESH_MS });
  return (
    <AdminPage
      title="운영"
      action={
        <Link to="/admin/audit" className={buttonClass('secondary')}>
          감사 기록 보기
        </Link>
      }
    >
      <Loaded
        data={data}
        error={error}
        onRetry={() => void refetch()}
        subject="운영 상태"
        loading={<Skeleton className="h-[640px] w-full" />}
      >
        {(operations) => <OperationList operations={operations} />}
      </Loaded>
    </AdminPage>
  );
}
