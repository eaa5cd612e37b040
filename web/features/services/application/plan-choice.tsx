import { formatManwon, formatWon, type Plan } from '#shared/rules/price.ts';
import { SelectField } from '#web/ui/select-field.tsx';

type Props = { plans: readonly Plan[]; plan: Plan; onChange: (name: string) => void };

/**
 * The plan to buy with its price in 만원 (spec §1), and the exact price beside it. A select only if
 * there are several plans.
 */
export function PlanChoice({ plans, plan, onChange }: Props) {
  return (
    <div>
      {plans.length > 1 ? (
        <SelectField
          label="상품 옵션"
          value={plan.name}
          onChange={(event) => onChange(event.target.value)}
          options={plans.map((option) => ({
            value: option.name,
            label: `${option.name} (${formatWon(option.price)})`,
          }))}
        />
      ) : (
        <p className="font-semibold text-ink-900">{plan.name}</p>
      )}
      <p aria-live="polite" className="mt-4 text-price-large text-brass-600 tabular-nums">
        {formatManwon(plan.price)}
        <span className="ml-2 font-normal text-small text-ink-500 tracking-normal">({formatWon(plan.price)})</span>
      </p>
      <p className="mt-2 text-small text-ink-700">{plan.description}</p>
    </div>
  );
}
