import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUser } from '#shared/features/accounts/admin-schemas.ts';
import { mayDo, PERMISSIONS, type Permission } from '#shared/features/accounts/permissions.ts';
import { AdminSection, Panel } from '#web/admin-kit/admin-page.tsx';
import { adminUserQuery, setUserActive, setUserPermissions } from '#web/features/accounts/admin/api.ts';
import { useAuth } from '#web/features/accounts/auth.ts';
import { useAction } from '#web/lib/use-action.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';

const LABELS: Record<Permission, string> = {
  orders: '주문: 주문과 회원 조회, 진행 상태와 메모',
  money: '환불: 환불, 결제 대사, 주문 내려받기',
  catalogue: '서비스: 서비스, 약관, 이미지 편집',
  consultations: '상담: 상담 답변과 자주 쓰는 답변',
  people: '사람: 관리자 지정, 권한, 계정 사용 여부, 로그인 기록',
  audit: '감사: 감사 기록 조회',
  owner: '소유자: 모든 권한',
};

function useShowChanged(user: AdminUser): (changed: AdminUser) => void {
  const queryClient = useQueryClient();
  return (changed) => queryClient.setQueryData(adminUserQuery(String(user.id)).queryKey, changed);
}

/** Shows what an administrator may do (contract §6). Rendered only for those who may change it. */
export function PermissionsSection({ user }: { user: AdminUser }) {
  const auth = useAuth();
  const show = useShowChanged(user);
  const { problem, isBusy, run } = useAction();
  const [chosen, setChosen] = useState<readonly Permission[]>(user.permissions);
  const [isSaved, setSaved] = useState(false);
  const own = auth.status === 'loggedIn' ? auth.user.permissions : [];
  const isOwner = mayDo(own, 'owner');
  // Only an owner changes an owner.
  const isFixed = user.permissions.includes('owner') && !isOwner;
  const toggle = (permission: Permission, isOn: boolean) => {
    setSaved(false);
    setChosen(isOn ? [...chosen, permission] : chosen.filter((each) => each !== permission));
  };
  const save = () =>
    run(async () => {
      show(await setUserPermissions(user.id, { permissions: [...chosen] }));
      setSaved(true);
    });
  return (
    <AdminSection title="할 수 있는 일">
      <Panel>
        <fieldset disabled={isFixed || isBusy} className="grid gap-1">
          <legend className="sr-only">할 수 있는 일</legend>
          {PERMISSIONS.filter((permission) => permission !== 'owner' || isOwner || isFixed).map((permission) => (
            <Checkbox
              key={permission}
              label={LABELS[permission]}
              checked={chosen.includes(permission)}
              onChange={(event) => toggle(permission, event.target.checked)}
            />
          ))}
          {problem && <Notice kind="danger">{problem}</Notice>}
          {isSaved && <Notice kind="success">저장했습니다. 그 관리자는 다시 로그인해야 합니다.</Notice>}
          {isFixed ? (
            <p className="text-ink-500 text-small">소유자의 권한은 소유자만 바꿀 수 있습니다.</p>
          ) : (
            <Button kind="secondary" isBusy={isBusy} onClick={() => void save()} className="mt-2 justify-self-start">
              권한 저장
            </Button>
          )}
        </fieldset>
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
