import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { Account } from '#shared/features/accounts/schemas.ts';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import type { Soldier } from '#shared/features/soldiers/schemas.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { safeReturnTo } from '#shared/platform/return-to.ts';
import { formatWon, type Plan } from '#shared/rules/price.ts';
import { RegistrationPart } from '#web/features/soldiers/inline-registration.tsx';
import { useSoldiers } from '#web/features/soldiers/use-soldiers.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { SummaryRow } from './summary-row.tsx';
import { useChangeChoice } from './use-change-choice.ts';
import type { NewSoldier } from './use-new-soldier.ts';

export function PlanRow({ service, plan }: { service: ServiceDetail; plan: Plan | undefined }) {
  const [isEditing, setEditing] = useState(false);
  const change = useChangeChoice();
  const { plans } = service.price;
  return (
    <SummaryRow
      label="상품 옵션"
      isEditing={isEditing}
      onEdit={plans.length > 1 ? () => setEditing(true) : undefined}
      editor={
        <SelectField
          label="상품 옵션"
          autoComplete="off"
          value={plan?.name ?? ''}
          onChange={(event) => void change({ selectedPlan: event.target.value })}
          options={plans.map(({ name, price }) => ({ value: name, label: `${name} (${formatWon(price)})` }))}
        />
      }
      onDone={() => setEditing(false)}
      note={plan?.description}
    >
      {plan ? <p className="font-semibold">{plan.name}</p> : '선택할 수 있는 옵션이 없습니다.'}
    </SummaryRow>
  );
}

type SoldierProps = { soldier: Soldier | undefined; isRequired: boolean; newSoldier: NewSoldier; user: Account };

export function SoldierRow({ soldier, isRequired, newSoldier, user }: SoldierProps) {
  const [isEditing, setEditing] = useState(isRequired && !soldier);
  if (newSoldier.isOpen) {
    const { handle, handleRegistered } = newSoldier;
    const form = (
      <section aria-label="대상 군인 등록">
        <p className="font-semibold text-ink-900">누구의 일인가요?</p>
        <RegistrationPart user={user} handle={handle} onRegistered={handleRegistered} />
        <p className="mt-3 text-ink-700 text-small">결제하기를 누르시면 함께 등록됩니다.</p>
      </section>
    );
    return (
      <SummaryRow label="대상 군인" isEditing editor={form}>
        {null}
      </SummaryRow>
    );
  }
  return (
    <SummaryRow
      label="대상 군인"
      isEditing={isEditing}
      onEdit={soldier || isRequired ? () => setEditing(true) : undefined}
      editor={<SoldierEditor soldier={soldier} />}
      onDone={() => setEditing(false)}
    >
      {soldier ? <SoldierFacts soldier={soldier} /> : '선택한 군인이 없습니다.'}
    </SummaryRow>
  );
}

function SoldierFacts({ soldier }: { soldier: Soldier }) {
  const phone = soldier.phone ? formatPhone(soldier.phone) : '전화번호 없음';
  return (
    <>
      <p className="font-semibold">{soldier.fullname}</p>
      <p className="flex flex-wrap gap-x-3 text-ink-700 text-small">
        <span>{soldier.relationship}</span>
        <span>{soldier.military_status || '군 복무 상태 미지정'}</span>
        <span className="tabular-nums">{phone}</span>
      </p>
    </>
  );
}

function SoldierEditor({ soldier }: { soldier: Soldier | undefined }) {
  const soldiers = useSoldiers();
  const change = useChangeChoice();
  const returnTo = useLocation({ select: ({ href }) => safeReturnTo(href) });
  const list = soldiers.data ?? (soldier ? [soldier] : []);
  return (
    <>
      <SelectField
        label="대상 군인"
        {...(!soldier && { placeholder: '군인을 선택해주세요' })}
        value={soldier?.id ?? ''}
        onChange={(event) => void change({ soldierId: Number(event.target.value) })}
        options={list.map(({ id, fullname, relationship, military_status }) => ({
          value: String(id),
          label: `${fullname} (${relationship}, ${military_status})`,
        }))}
      />
      <Link to="/soldier/register" search={{ from: returnTo }} className={TEXT_LINK}>
        새 군인 등록
      </Link>
    </>
  );
}
