import { getRouteApi } from '@tanstack/react-router';
import type { Account } from '#shared/features/accounts/schemas.ts';
import { withSoldier } from '#web/features/services/application/choice.ts';
import { SoldierRegistration } from '#web/features/soldiers/soldier-registration.tsx';
import { useGoTo } from '#web/lib/navigation/use-go-to.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SoldierPage } from './soldier-page.tsx';

const route = getRouteApi('/queries/soldier/register');

export function SoldierRegisterPage() {
  const { from: cameFrom } = route.useSearch();
  return (
    <SoldierPage title="군인 등록" lead="군인 정보를 등록하시려면 로그인이 필요합니다." cameFrom={cameFrom}>
      {(user) => <Registration user={user} />}
    </SoldierPage>
  );
}

function Registration({ user }: { user: Account }) {
  const { from: returnTo } = route.useSearch();
  const goTo = useGoTo();
  return (
    <>
      <PageHeading
        title="군인 등록"
        lead="서비스를 받을 군인의 정보를 등록합니다. 본인이 아니면 그 군인의 동의를 받고 입력해주세요."
      />
      <div className="mt-8">
        <SoldierRegistration
          user={user}
          // Registered on the way to a purchase, the soldier is the one to buy for.
          onRegistered={(soldier) => goTo(withSoldier(returnTo, soldier.id))}
          onCancel={() => goTo(returnTo)}
        />
      </div>
    </>
  );
}
