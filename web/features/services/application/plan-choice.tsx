import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import { cardOriginalPrice, formatManwon, formatWon, type Plan } from '#shared/rules/price.ts';
import { SelectField } from '#web/ui/select-field.tsx';

type Props = {
  price: ServiceDetail['price'];
  plan: Plan;
  /** The plan was chosen on an earlier visit. */
  isRestored: boolean;
  onChange: (name: string) => void;
};

/** Returns what the closed list has, such as `옵션 3가지, 150,000원부터 500,000원까지`. */
function rangeOf(plans: readonly Plan[]): string {
  const prices = plans.map(({ price }) => price);
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const range = least === most ? `모두 ${formatWon(least)}` : `${formatWon(least)}부터 ${formatWon(most)}까지`;
  return `옵션 ${plans.length}가지, ${range}`;
}

/**
 * The plan to buy and its price, struck-through price included as on the card. A select only if
 * there are several plans.
 */
export function PlanChoice({ price, plan, isRestored, onChange }: Props) {
  const { plans } = price;
  // The original price is that of the first plan.
  const original = plan === plans[0] ? cardOriginalPrice(price) : undefined;
  return (
    <div>
      {plans.length > 1 ? (
        <SelectField
          label="상품 옵션"
          // A value that the browser restores would replace the choice of the address.
          autoComplete="off"
          value={plan.name}
          onChange={(event) => onChange(event.target.value)}
          hint={rangeOf(plans)}
          options={plans.map((option) => ({
            value: option.name,
            label: `${option.name} (${formatWon(option.price)})`,
          }))}
        />
      ) : (
        <p className="font-semibold text-ink-900">{plan.name}</p>
      )}
      {isRestored && <p className="mt-1.5 text-ink-700 text-small">지난번에 고르신 옵션입니다.</p>}
      <p aria-live="polite" className="mt-4 flex flex-wrap items-baseline gap-x-2.5 tabular-nums">
        {original && (
          <s className="text-body text-ink-500">
            <span className="sr-only">정가 </span>
            {original}
          </s>
        )}
        {/* In 만원 (spec §1), exact where it is not a multiple of it. */}
        <span className="whitespace-nowrap text-brass-600 text-price-large">{formatManwon(plan.price)}</span>
        {plan.price % 10_000 !== 0 && (
          <span className="whitespace-nowrap text-body text-ink-700">{`(${formatWon(plan.price)})`}</span>
        )}
      </p>
      <p className="mt-2 text-small text-ink-700">{plan.description}</p>
    </div>
  );
}
