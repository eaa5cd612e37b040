import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUser } from '#shared/features/accounts/admin-schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { AdminSection, Panel } from '#web/admin-kit/admin-page.tsx';
import { adminUserQuery, setUserRole } from '#web/features/accounts/admin/api.ts';
import { useAction } from '#web/lib/use-action.ts';
import { confirm, type Question } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Makes a user an administrator, or an ordinary member again, after a confirmation. */
export function RoleSection({ user }: { user: AdminUser }) {
  const { problem, isDone, isBusy, change } = useRoleChange(user);
  const isAdmin = user.role === 'admin';
  return (
    <AdminSection title="권한">
      <Panel>
        <div className="grid gap-3">
          <p className="text-ink-900">
            {isAdmin
              ? '관리자입니다. 아래에서 고른 일을 할 수 있습니다.'
              : '일반 회원입니다. 관리자 페이지를 볼 수 없습니다.'}
          </p>
          {problem && <Notice kind="danger">{problem}</Notice>}
          {isDone && <Notice kind="success">권한을 바꾸었습니다. 그 회원은 다시 로그인해야 합니다.</Notice>}
          <Button kind="secondary" isBusy={isBusy} onClick={() => void change()} className="justify-self-start">
            {isAdmin ? '관리자 권한 해제' : '관리자로 지정'}
          </Button>
        </div>
      </Panel>
    </AdminSection>
  );
}

function useRoleChange(user: AdminUser) {
  const queryClient = useQueryClient();
  const [isDone, setDone] = useState(false);
  const { problem, isBusy, run } = useAction();

  const carryOut = async () => {
    const changed = await setUserRole(user.id, { role: user.role === 'admin' ? 'user' : 'admin' });
    const { queryKey } = adminUserQuery(String(user.id));
    queryClient.setQueryData(queryKey, changed);
    setDone(true);
    void queryClient.invalidateQueries({
      queryKey: ADMIN_KEY,
      predicate: (query) => query.queryKey[1] !== queryKey[1],
    });
  };
  const change = async () => {
    setDone(false);
    if (await confirm(questionOf(user))) await run(carryOut);
  };
  return { problem, isDone, isBusy, change };
}

function questionOf({ role, user_id: userId, fullname }: AdminUser): Question {
  const who = fullname ? `${fullname} (${userId})` : userId;
  if (role !== 'admin') {
    return {
      title: '관리자로 지정',
      message: `${who} 회원을 관리자로 지정합니다.\n할 수 있는 일은 지정한 뒤에 고릅니다. 그 회원은 다시 로그인해야 합니다.`,
      confirmLabel: '지정',
    };
  }
  return {
    title: '관리자 권한 해제',
    message: `${who} 회원의 관리자 권한을 해제합니다.\n바로 로그아웃되며, 관리자 페이지를 더는 볼 수 없습니다.`,
    confirmLabel: '해제',
    isDangerous: true,
  };
}
