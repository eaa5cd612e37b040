import { useQuery } from '@tanstack/react-query';
import { AdminSection, Panel } from '#web/admin-kit/admin-page.tsx';
import { AdminProfileForm } from '#web/features/admin-profiles/admin/admin-profile-form.tsx';
import { adminProfilesQuery } from '#web/features/admin-profiles/admin/api.ts';
import { Loaded } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** How customers know an administrator, and whether the person takes cases. */
export function AdminProfileSection({ userId }: { userId: number }) {
  const { data, error, refetch } = useQuery(adminProfilesQuery);
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
          {(member) => (
            <AdminProfileForm key={member.id} member={member} others={data?.filter(({ id }) => id !== userId) ?? []} />
          )}
        </Loaded>
      </Panel>
    </AdminSection>
  );
}
