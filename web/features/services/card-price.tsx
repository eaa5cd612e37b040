import type { ServicePrice } from '#shared/rules/price.ts';
import { cardOriginalPrice, cardPrice, NO_PRICE_TEXT } from '#shared/rules/price.ts';

/** The price on a card, after the original price struck through. */
export function CardPrice({ price, size = 'md' }: { price: ServicePrice; size?: 'md' | 'lg' }) {
  const present = cardPrice(price);
  const original = cardOriginalPrice(price);
  const text = size === 'lg' ? 'text-price-large' : 'text-price';
  if (present === NO_PRICE_TEXT) return <p className="font-semibold text-ink-500">{present}</p>;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5 tabular-nums">
      {original && (
        <s className={`text-body ${size === 'lg' ? 'text-ink-700' : 'text-ink-500'}`}>
          <span className="sr-only">정가 </span>
          {original}
        </s>
      )}
      <span className={`text-brass-600 ${text}`}>{present}</span>
    </p>
  );
}
