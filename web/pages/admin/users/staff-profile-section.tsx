import { useQuery } from '@tanstack/react-query';
import { AdminSection, Panel } from '#web/features/admin-kit/admin-page.tsx';
import { staffQuery } from '#web/features/staff/admin/api.ts';
import { StaffProfileForm } from '#web/features/staff/admin/staff-profile-form.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** How customers know an administrator, and whether the person takes cases. */
export function StaffProfileSection({ userId }: { userId: number }) {
  const { data, error, refetch } = useQuery(staffQuery);
  const member = data?.find(({ id }) => id === userId);
  return (
    <AdminSection title="담당자로서의 공개 정보">
      <Panel>
        {member && <StaffProfileForm key={member.id} member={member} />}
        {!data && error && <LoadError subject="공개 정보" message={error.message} onRetry={() => void refetch()} />}
        {!data && !error && (
          <div role="status">
            <span className="sr-only">공개 정보 불러오는 중</span>
            <Skeleton className="h-[280px] w-full" />
          </div>
        )}
      </Panel>
    </AdminSection>
  );
}
