import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUser } from '#shared/features/accounts/admin-schemas.ts';
import { mayDo, type Permission } from '#shared/features/accounts/permissions.ts';
import { AdminSection, Panel } from '#web/admin-kit/admin-page.tsx';
import { StoredMeanwhile } from '#web/admin-kit/stored-meanwhile.tsx';
import { useSeen } from '#web/admin-kit/use-seen.ts';
import { adminUserQuery, setUserActive, setUserPermissions } from '#web/features/accounts/admin/api.ts';
import { PermissionChoice } from '#web/features/accounts/admin/permission-choice.tsx';
import { PERMISSION_NAMES } from '#web/features/accounts/admin/permission-names.ts';
import { useAuth } from '#web/features/accounts/auth.ts';
import { useAction } from '#web/lib/use-action.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

function useShowChanged(user: AdminUser): (changed: AdminUser) => void {
  const queryClient = useQueryClient();
  return (changed) => queryClient.setQueryData(adminUserQuery(String(user.id)).queryKey, changed);
}

/** Shows what an administrator may do (contract §6). Rendered only for those who may change it. */
export function PermissionsSection({ user }: { user: AdminUser }) {
  const auth = useAuth();
  const show = useShowChanged(user);
  const { problem, isBusy, run } = useAction();
  const queryClient = useQueryClient();
  const readStored = () => queryClient.fetchQuery({ ...adminUserQuery(String(user.id)), staleTime: 0 });
  const { conflict, save: saveSeen, takeStored } = useSeen(user, readStored);
  const [chosen, setChosen] = useState<readonly Permission[]>(user.permissions);
  const [isSaved, setSaved] = useState(false);
  const own = auth.status === 'loggedIn' ? auth.user.permissions : [];
  const isOwner = mayDo(own, 'owner');
  // Only an owner changes an owner.
  const isFixed = user.permissions.includes('owner') && !isOwner;
  const choose = (permissions: readonly Permission[]) => {
    setSaved(false);
    setChosen(permissions);
  };
  const save = () =>
    run(async () => {
      show(
        await saveSeen((seen) => setUserPermissions(user.id, { permissions: [...chosen], seen: seen?.permissions })),
      );
      setSaved(true);
    });
  return (
    <AdminSection title="할 수 있는 일">
      <Panel>
        <div className="grid gap-1">
          <PermissionChoice
            chosen={chosen}
            onChange={choose}
            hasOwner={isOwner || isFixed}
            isDisabled={isFixed || isBusy}
          />
          {conflict ? (
            <StoredMeanwhile
              stored={{ '할 수 있는 일': conflict.permissions.map((each) => PERMISSION_NAMES[each]).join(', ') }}
              onTake={() => setChosen(takeStored()?.permissions ?? [])}
            />
          ) : (
            problem && <Notice kind="danger">{problem}</Notice>
          )}
          {isSaved && (
            <Notice kind="success">저장했습니다. 줄인 권한이 있으면 그 관리자는 다시 로그인해야 합니다.</Notice>
          )}
          {isFixed ? (
            <p className="text-ink-500 text-small">소유자의 권한은 소유자만 바꿀 수 있습니다.</p>
          ) : (
            <Button kind="secondary" isBusy={isBusy} onClick={() => void save()} className="mt-2 justify-self-start">
              {conflict ? '내 내용으로 저장' : '권한 저장'}
            </Button>
          )}
        </div>
      </Panel>
    </AdminSection>
  );
}

/** Deactivates an account without demoting it, or lets it be used again. */
export function ActivitySection({ user }: { user: AdminUser }) {
  const show = useShowChanged(user);
  const { problem, isBusy, run } = useAction();
  const change = async () => {
    const isSure =
      !user.is_active ||
      (await confirm({
        title: '계정 사용 중지',
        message: `${user.user_id} 계정을 더는 사용할 수 없게 합니다.\n바로 로그아웃되며, 주문과 기록은 그대로 남습니다.`,
        confirmLabel: '사용 중지',
        isDangerous: true,
      }));
    if (isSure) await run(async () => show(await setUserActive(user.id, { is_active: !user.is_active })));
  };
  return (
    <AdminSection title="계정 사용">
      <Panel>
        <div className="grid gap-3">
          <p className="text-ink-900">
            {user.is_active ? '사용 중인 계정입니다.' : '사용이 중지된 계정입니다. 로그인할 수 없습니다.'}
          </p>
          {problem && <Notice kind="danger">{problem}</Notice>}
          <Button kind="secondary" isBusy={isBusy} onClick={() => void change()} className="justify-self-start">
            {user.is_active ? '사용 중지' : '다시 사용'}
          </Button>
        </div>
      </Panel>
    </AdminSection>
  );
}
