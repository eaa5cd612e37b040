import { formatWon, type Plan } from '#shared/rules/price.ts';
import { SelectField } from './select-field.tsx';

type Props = { plans: readonly Plan[]; plan: Plan | undefined; onChange: (name: string) => void };

/** The plan to buy with its exact price. A choice is offered only where there is one. */
export function PlanChoice({ plans, plan, onChange }: Props) {
  if (!plan) return <p className="font-semibold text-ink-700">가격 정보가 없습니다</p>;
  return (
    <div>
      {plans.length > 1 ? (
        <SelectField id="plan" label="상품 옵션" value={plan.name} onChange={onChange}>
          {plans.map((option) => (
            <option key={option.name} value={option.name}>
              {`${option.name} (${formatWon(option.price)})`}
            </option>
          ))}
        </SelectField>
      ) : (
        <p className="font-semibold text-ink-900">{plan.name}</p>
      )}
      <p
        aria-live="polite"
        className="mt-4 font-bold text-[34px]/[44px] text-brass-600 tabular-nums tracking-[-0.02em]"
      >
        {formatWon(plan.price)}
      </p>
      <p className="mt-1 text-[15px]/[24px] text-ink-700">{plan.description}</p>
    </div>
  );
}
