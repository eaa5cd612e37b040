import type { ReactNode } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { PhoneLink } from '#web/admin-kit/phone-link.tsx';
import { EmailText } from '#web/ui/details.tsx';
import { rememberDialled } from './dialled-order.ts';
import { nextAct } from './next-act.ts';
import { AssigneeForm } from './work/assignee-form.tsx';
import { ContactClock } from './work/contact-clock.tsx';

type Props = {
  order: AdminOrder;
  ownId: number | undefined;
  /** The call that is booked. */
  booking: ReactNode;
};

/** Shows what an administrator needs first: contact, next act, deadline of the call, and assignee. */
export function OrderSummary({ order, ownId, booking }: Props) {
  const { id, user, contact_window: contactWindow } = order;
  const handleDial = () => rememberDialled({ id, name: user.fullname || user.user_id, phone: user.phone });
  return (
    <section
      aria-label="요약"
      className="grid gap-px overflow-hidden rounded border border-line bg-line sm:grid-cols-2 xl:grid-cols-4"
    >
      <Cell title="연락처">
        <p>
          <PhoneLink phone={user.phone} onDial={handleDial} />
        </p>
        {user.email && (
          <p className="min-w-0">
            <a href={`mailto:${user.email}`} className={ADMIN_LINK}>
              <span>
                <EmailText email={user.email} />
              </span>
            </a>
          </p>
        )}
        {contactWindow && <p className="break-words">{`통화 희망 시간: ${contactWindow}`}</p>}
      </Cell>
      <Cell title="다음 할 일">
        <p className="break-words font-semibold text-ink-900">{nextAct(order)}</p>
      </Cell>
      <Cell title="연락 기한" id="call">
        <ContactClock order={order} booking={booking} />
      </Cell>
      <Cell title="담당">
        <AssigneeForm order={order} ownId={ownId} />
      </Cell>
    </section>
  );
}

function Cell({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section aria-label={title} id={id} className="min-w-0 scroll-mt-20 bg-surface p-4">
      <h2 className="text-ink-500">{title}</h2>
      <div className="mt-1 grid justify-items-start gap-1">{children}</div>
    </section>
  );
}
