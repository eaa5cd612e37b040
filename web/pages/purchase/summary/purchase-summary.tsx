import type { Account } from '#shared/features/accounts/schemas.ts';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import type { Soldier } from '#shared/features/soldiers/schemas.ts';
import { formatManwon, formatWon, NO_PRICE_TEXT, type Plan } from '#shared/rules/price.ts';
import { serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { PlanRow, SoldierRow } from './choice-rows.tsx';
import { EmailRow, PhoneRow } from './contact-rows.tsx';
import type { ContactField } from './use-contact-field.ts';
import type { NewSoldier } from './use-new-soldier.ts';

type Props = {
  service: ServiceDetail;
  plan: Plan | undefined;
  soldier: Soldier | undefined;
  newSoldier: NewSoldier;
  user: Account;
  phone: ContactField;
  email: ContactField;
};

/** Summary of the purchase, to be checked in five seconds; each line can be changed in place. */
export function PurchaseSummary({ service, plan, soldier, newSoldier, user, phone, email }: Props) {
  return (
    <section aria-label="신청 내용" className="rounded-card border border-line bg-surface">
      <div className="px-5 py-4 sm:px-6">
        <h2 className="text-h3 text-ink-900">{service.title}</h2>
        <p className="mt-1 text-small text-olive-700">{serviceCategoryLabel(service.category)}</p>
        {service.tagline && <p className="mt-1 text-small">{service.tagline}</p>}
      </div>
      <dl>
        <PlanRow service={service} plan={plan} />
        <SoldierRow soldier={soldier} isRequired={service.requiresSoldier} newSoldier={newSoldier} user={user} />
        <PhoneRow stored={user.phone} field={phone} />
        <EmailRow stored={user.email} field={email} />
      </dl>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-ink-900 border-t-2 px-5 py-4 sm:px-6">
        <h3 className="font-semibold text-ink-900">결제 금액</h3>
        <p className="text-right">
          <span className="text-price-large text-brass-600 tabular-nums">
            {plan ? formatManwon(plan.price) : NO_PRICE_TEXT}
          </span>
          {plan && <span className="ml-2 text-small text-ink-500 tabular-nums">({formatWon(plan.price)})</span>}
        </p>
      </div>
    </section>
  );
}
