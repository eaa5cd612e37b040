import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Account } from '#shared/features/accounts/schemas.ts';
import type { Soldier, ValidSoldierBody } from '#shared/features/soldiers/schemas.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { fillFromAccount } from '#shared/rules/self-soldier.ts';
import { soldierQuery, soldiersQuery, updateSoldier } from '#web/features/soldiers/api.ts';
import { soldierFailure } from '#web/features/soldiers/soldier-failure.ts';
import { SoldierForm } from '#web/features/soldiers/soldier-form.tsx';
import { contactOf } from '#web/features/soldiers/soldier-registration.tsx';
import { useDeleteSoldier } from '#web/features/soldiers/use-delete-soldier.ts';
import { useGoTo } from '#web/lib/navigation/use-go-to.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { showMessage } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { LoadError } from '#web/ui/list-page.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SoldierPage, SoldierPageSkeleton } from './soldier-page.tsx';

const route = getRouteApi('/queries/soldier/$soldierId/edit');

export function SoldierEditPage() {
  const { from: cameFrom } = route.useSearch();
  return (
    <SoldierPage title="군인 정보 수정" lead="군인 정보를 수정하시려면 로그인이 필요합니다." cameFrom={cameFrom}>
      {(user) => <LoadedEdit user={user} />}
    </SoldierPage>
  );
}

function LoadedEdit({ user }: { user: Account }) {
  const { soldierId } = route.useParams();
  // A refetch must not overwrite a form that the user is editing.
  const soldier = useQuery({ ...soldierQuery(Number(soldierId)), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
  const problem = useKnownProblem(soldier);
  if (soldier.data) return <Edit key={soldier.data.id} soldier={soldier.data} user={user} />;
  if (problem) {
    return (
      <>
        <PageHeading title="군인 정보 수정" />
        <div className="mt-8">
          <LoadError subject="군인 정보" error={problem} onRetry={() => void soldier.refetch()} />
        </div>
        <p className="mt-4">
          <Link to="/profile" className={TEXT_LINK}>
            마이페이지로
          </Link>
        </p>
      </>
    );
  }
  return <SoldierPageSkeleton />;
}

function Edit({ soldier, user }: { soldier: Soldier; user: Account }) {
  const { from: returnTo } = route.useSearch();
  const queryClient = useQueryClient();
  const goTo = useGoTo();
  const { isDeleting, askAndDelete } = useDeleteSoldier();
  const account = contactOf(user);
  const stored = { ...soldier, phone: formatPhone(soldier.phone ?? ''), email: soldier.email ?? '' };

  const leave = () => goTo(returnTo);

  const handleSubmit = async (request: ValidSoldierBody) => {
    await updateSoldier(soldier.id, request);
    await queryClient.invalidateQueries({ queryKey: soldiersQuery.queryKey, exact: true });
    await leave();
  };

  const handleDelete = async () => {
    try {
      if (await askAndDelete(soldier)) await leave();
    } catch (error) {
      const message = soldierFailure(error, '삭제에 실패했습니다.');
      await showMessage({ title: '군인 정보를 삭제하지 못했습니다', message });
    }
  };

  return (
    <>
      <PageHeading title="군인 정보 수정" lead={`${soldier.fullname} 님의 정보를 고치거나 삭제합니다.`} />
      <div className="mt-8">
        <SoldierForm
          initial={fillFromAccount(stored, soldier.relationship, account)}
          account={account}
          submitLabel="저장"
          failureMessage="수정에 실패했습니다."
          onSubmit={handleSubmit}
          actions={
            <>
              <Button kind="secondary" onClick={() => void leave()} className="grow sm:grow-0">
                취소
              </Button>
              <Button
                kind="secondary"
                isBusy={isDeleting}
                onClick={() => void handleDelete()}
                className="grow sm:ml-auto sm:grow-0"
              >
                삭제
              </Button>
            </>
          }
        />
      </div>
    </>
  );
}
