import type { Order } from '#shared/features/orders/schemas.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { WHOM, type Whom } from '#shared/rules/work/callback-slots.ts';
import { SelectField } from '#web/ui/select-field.tsx';

type Props = { order: Pick<Order, 'contact_phone' | 'soldier'>; whom: Whom; onChange: (whom: Whom) => void };

/** Asks who is called. Renders nothing where only the buyer can be. */
export function WhomField({ order: { contact_phone: own, soldier }, whom, onChange }: Props) {
  if (!soldier?.phone || soldier.relationship === '본인') return null;
  const labels: Record<Whom, string> = {
    buyer: own ? `저에게 (${formatPhone(own)})` : '저에게',
    soldier: `${soldier.fullname} 님에게 (${formatPhone(soldier.phone)})`,
  };
  return (
    <SelectField
      label="누구에게 걸까요?"
      options={WHOM.map((value) => ({ value, label: labels[value] }))}
      value={whom}
      onChange={({ target }) => onChange(WHOM.find((known) => known === target.value) ?? 'buyer')}
    />
  );
}
