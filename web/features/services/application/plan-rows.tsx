import { formatWon, type Plan } from '#shared/rules/price.ts';

type Props = { plans: readonly Plan[]; chosen: Plan | undefined; onChange: (name: string) => void };

/** Plans one below the other: what one gets for which price. A press chooses, as the select does. */
export function PlanRows({ plans, chosen, onChange }: Props) {
  if (plans.length < 2) return null;
  return (
    <ul aria-label="옵션 비교" className="mb-10 grid gap-2">
      {plans.map((plan) => (
        <li key={plan.name}>
          <button
            type="button"
            aria-pressed={plan === chosen}
            onClick={() => onChange(plan.name)}
            className="w-full rounded border border-line bg-surface px-4 py-3 text-left hover:border-ink-900 aria-pressed:border-olive-700 aria-pressed:bg-olive-100"
          >
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-semibold text-ink-900">{plan.name}</span>
              <span className="font-bold text-ink-900 tabular-nums">{formatWon(plan.price)}</span>
            </span>
            {plan.description && <span className="mt-0.5 block text-ink-700 text-small">{plan.description}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
