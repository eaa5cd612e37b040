import { useQueryClient } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import type { z } from 'zod';
import type { Account } from '#shared/features/accounts/schemas.ts';
import type { Soldier, ValidSoldierBody } from '#shared/features/soldiers/schemas.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { type Contact, fillFromAccount } from '#shared/rules/self-soldier.ts';
import { DEFAULT_MILITARY_STATUS } from '#shared/rules/soldier.ts';
import { forgetEntries, readKeptEntries } from '#web/lib/storage/kept-entries.ts';
import { Button } from '#web/ui/button.tsx';
import { soldiersQuery } from './api.ts';
import { createRegistration } from './register-soldier.ts';
import { keptSoldier, SoldierForm, type SoldierFormHandle } from './soldier-form.tsx';

const BLANK: z.output<typeof keptSoldier> = {
  fullname: '',
  phone: '',
  email: '',
  military_status: DEFAULT_MILITARY_STATUS,
};

/** The account's data for the soldier 본인, as the form shows them. */
export function contactOf({ fullname, phone, email }: Account): Contact {
  return { fullname, phone: formatPhone(phone), email };
}

type Props = {
  user: Account;
  onRegistered: (soldier: Soldier) => void | Promise<void>;
  /** Where nothing around the form leads away from it. */
  onCancel?: (() => void | Promise<void>) | undefined;
  /** Sends the form, which then has no button of its own. */
  handle?: Ref<SoldierFormHandle>;
};

/** The form that registers a soldier, on its page and within the purchase card. */
export function SoldierRegistration({ user, onRegistered, onCancel, handle }: Props) {
  const queryClient = useQueryClient();
  const [register] = useState(createRegistration);
  const account = contactOf(user);
  const keptAs = `soldier-${user.id}`;
  const [initial] = useState(() => {
    const kept = readKeptEntries(keptAs, keptSoldier) ?? BLANK;
    return fillFromAccount(kept, kept.relationship ?? '', account);
  });
  const handleSubmit = async (request: ValidSoldierBody) => {
    const soldier = await register(request);
    await queryClient.invalidateQueries({ queryKey: soldiersQuery.queryKey, exact: true });
    forgetEntries(keptAs);
    await onRegistered(soldier);
  };
  const handleCancel = () => {
    forgetEntries(keptAs);
    void onCancel?.();
  };
  return (
    <SoldierForm
      handle={handle}
      initial={initial}
      account={account}
      keptAs={keptAs}
      submitLabel={handle === undefined ? '등록' : undefined}
      failureMessage="등록에 실패했습니다."
      onSubmit={handleSubmit}
      actions={
        onCancel && (
          <Button kind="secondary" onClick={handleCancel} className="grow sm:grow-0">
            취소
          </Button>
        )
      }
    />
  );
}
