import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { z } from 'zod';
import type { Account } from '#shared/features/accounts/schemas.ts';
import type { ValidSoldierBody } from '#shared/features/soldiers/schemas.ts';
import type { ReturnTo } from '#shared/platform/return-to.ts';
import { fillFromAccount } from '#shared/rules/self-soldier.ts';
import { DEFAULT_MILITARY_STATUS } from '#shared/rules/soldier.ts';
import { withSoldier } from '#web/features/services/application/choice.ts';
import { soldiersQuery } from '#web/features/soldiers/api.ts';
import { createRegistration } from '#web/features/soldiers/register-soldier.ts';
import { keptSoldier, SoldierForm } from '#web/features/soldiers/soldier-form.tsx';
import { useGoTo } from '#web/lib/navigation/use-go-to.ts';
import { forgetEntries, readKeptEntries } from '#web/lib/storage/kept-entries.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { contactOf, SoldierPage } from './soldier-page.tsx';

const route = getRouteApi('/queries/soldier/register');
const BLANK: z.output<typeof keptSoldier> = {
  fullname: '',
  phone: '',
  email: '',
  military_status: DEFAULT_MILITARY_STATUS,
};

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
  const queryClient = useQueryClient();
  const goTo = useGoTo();
  const [register] = useState(createRegistration);
  const account = contactOf(user);
  const keptAs = `soldier-${user.id}`;
  const [initial] = useState(() => {
    const kept = readKeptEntries(keptAs, keptSoldier) ?? BLANK;
    return fillFromAccount(kept, kept.relationship ?? '', account);
  });
  const leave = async (to: ReturnTo | undefined) => {
    forgetEntries(keptAs);
    await goTo(to);
  };
  const handleSubmit = async (request: ValidSoldierBody) => {
    const soldier = await register(request);
    await queryClient.invalidateQueries({ queryKey: soldiersQuery.queryKey, exact: true });
    // Registered on the way to a purchase, the soldier is the one to buy for.
    await leave(withSoldier(returnTo, soldier.id));
  };
  return (
    <>
      <PageHeading
        title="군인 등록"
        lead="서비스를 받을 군인의 정보를 등록합니다. 본인이 아니면 그 군인의 동의를 받고 입력해주세요."
      />
      <div className="mt-8">
        <SoldierForm
          initial={initial}
          account={account}
          keptAs={keptAs}
          submitLabel="등록"
          failureMessage="등록에 실패했습니다."
          onSubmit={handleSubmit}
          actions={
            <Button kind="secondary" onClick={() => void leave(returnTo)} className="grow sm:grow-0">
              취소
            </Button>
          }
        />
      </div>
    </>
  );
}
