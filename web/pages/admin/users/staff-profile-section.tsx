import { useQuery } from '@tanstack/react-query';
import { AdminSection, Panel } from '#web/features/admin-kit/admin-page.tsx';
import { staffQuery } from '#web/features/staff/admin/api.ts';
import { StaffProfileForm } from '#web/features/staff/admin/staff-profile-form.tsx';
import { Loaded } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** How customers know an administrator, and whether the person takes cases. */
export function StaffProfileSection({ userId }: { userId: number }) {
  const { data, error, refetch } = useQuery(staffQuery);
  return (
    <AdminSection title="담당자로서의 공개 정보">
      <Panel>
        <Loaded
          data={data?.find(({ id }) => id === userId)}
          error={error}
          onRetry={() => void refetch()}
          subject="공개 정보"
          loading={<Skeleton className="h-[280px] w-full" />}
        >
          {(member) => <StaffProfileForm key={member.id} member={member} />}
        </Loaded>
      </Panel>
    </AdminSection>
  );
}
