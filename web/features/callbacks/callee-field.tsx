import type { Order } from '#shared/features/orders/schemas.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { CALLEES, type Callee } from '#shared/rules/work/callback-slots.ts';
import { SelectField } from '#web/ui/select-field.tsx';

type Props = {
  order: { contact_phone: string | undefined; soldier: Order['soldier'] };
  whom: Callee;
  /** Names the buyer; to the buyer, that is the reader. */
  buyer?: string;
  onChange: (whom: Callee) => void;
};

/** Asks who is called. Renders nothing where only the buyer can be. */
export function CalleeField({ order: { contact_phone: own, soldier }, whom, buyer = '저에게', onChange }: Props) {
  if (!soldier?.phone || soldier.relationship === '본인') return null;
  const labels: Record<Callee, string> = {
    buyer: own ? `${buyer} (${formatPhone(own)})` : buyer,
    soldier: `${soldier.fullname} 님에게 (${formatPhone(soldier.phone)})`,
  };
  return (
    <SelectField
      label="누구에게 걸까요?"
      options={CALLEES.map((value) => ({ value, label: labels[value] }))}
      value={whom}
      onChange={({ target }) => onChange(CALLEES.find((known) => known === target.value) ?? 'buyer')}
    />
  );
}
