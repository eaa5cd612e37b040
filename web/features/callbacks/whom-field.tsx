import type { Order } from '#shared/features/orders/schemas.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { WHOM, type Whom } from '#shared/rules/work/callback-slots.ts';
import { SelectField } from '#web/ui/select-field.tsx';

type Props = {
  order: { contact_phone: string | undefined; soldier: Order['soldier'] };
  whom: Whom;
  /** Names the buyer; to the buyer, that is the reader. */
  buyer?: string;
  onChange: (whom: Whom) => void;
};

/** Asks who is called. Renders nothing where only the buyer can be. */
export function WhomField({ order: { contact_phone: own, soldier }, whom, buyer = '저에게', onChange }: Props) {
  if (!soldier?.phone || soldier.relationship === '본인') return null;
  const labels: Record<Whom, string> = {
    buyer: own ? `${buyer} (${formatPhone(own)})` : buyer,
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
