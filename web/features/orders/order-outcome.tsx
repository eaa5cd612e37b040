import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FIRM } from '#content/firm.ts';
import { CASE_NOTES, CASH_RECEIPT_NOTE, PACKAGE_NOTES } from '#content/purchase-notes.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import { isUnpaidTry } from '#shared/rules/payments/unpaid-try.ts';
import { formatWon } from '#shared/rules/price.ts';
import { OfficeTimes } from '#web/lib/navigation/desk-hours.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { DetailRow, Details } from '#web/ui/details.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { CopyButton } from '#web/ui/sharing/copy-button.tsx';
import { DepositBox } from './deposit/deposit-box.tsx';
import { TellFamily } from './details/tell-family.tsx';
import { WrittenTexts } from './details/written-texts.tsx';
import { PayAgainButton } from './pay-again-button.tsx';
import { ReceiptLink } from './receipt-link.tsx';

/**
 * The service type of a package by its title: 안심 패키지 I and II, 패키지 I and II (spec §2, purchase
 * result).
 */
const PACKAGE_TITLE = /패키지\s*[IⅠⅡ]/;

type Props = {
  order: Order;
  /** Holds what the buyer has to do first; shown below the heading. */
  task: ReactNode;
  /** Tells what waits for the buyer of a paid order, and what happens next. */
  next: ReactNode;
  /** Where the buyer of a paid order chooses the time of the call. */
  callback: ReactNode;
};

/** The result of an order and what happens next. */
export function OrderOutcome(props: Props) {
  const { order } = props;
  switch (order.status) {
    case 'confirmed':
      return <Confirmed {...props} />;
    case 'pending':
    case 'processing':
      return order.payment?.virtual_account ? <AwaitingDeposit {...props} /> : <Checking {...props} />;
    case 'cancelled':
    case 'error':
      return isUnpaidTry(order) ? <NotPaid order={order} /> : <NotBought {...props} />;
  }
}

function Confirmed({ order, task, next, callback }: Props) {
  const isPackage = order.category === 'package' || PACKAGE_TITLE.test(order.service_title);
  const notes = isPackage ? PACKAGE_NOTES : CASE_NOTES;
  return (
    <>
      <PageHeading title="결제가 완료되었습니다." />
      <Task>{task}</Task>
      <div className="mt-6">{next}</div>
      {/* Announces its own changes. */}
      <div aria-live="off" className="mt-8">
        {callback}
      </div>
      <Card>
        <OrderFacts order={order} />
        <ReceiptLink url={order.payment?.receipt_url} />
      </Card>
      <section aria-labelledby="next-heading" className="mt-10">
        <h2 id="next-heading" className="text-h3 text-ink-900">
          앞으로의 진행
        </h2>
        <p className="mt-3">{notes.thanks}</p>
        <ol className="mt-4 grid gap-3">
          {notes.nextSteps.map((step, index) => (
            <li key={step} className="flex gap-3">
              <span aria-hidden="true" className="w-6 shrink-0 font-semibold text-olive-700 tabular-nums">
                {index + 1}
              </span>
              <span>{step}</span>
            </li>
          ))}
        </ol>
      </section>
      <TellFamily order={order} />
      <ContactLines />
    </>
  );
}

function Checking({ order, task }: Props) {
  const isUnpaid = order.status === 'pending';
  return (
    <>
      <PageHeading title="결제 정보를 확인하고 있습니다" />
      <Task>{task}</Task>
      <p className="mt-4">
        확인이 끝나면 이 화면이 자동으로 바뀝니다.{' '}
        {isUnpaid
          ? '결제창에서 결제를 마치지 않으셨다면 서비스 화면에서 다시 신청해주세요. 결제되지 않은 신청은 30분 뒤에 자동으로 취소됩니다.'
          : '결제사의 응답이 늦어지고 있으니 다시 결제하지 마세요. 창을 닫으셔도 마이페이지에서 결과를 확인하실 수 있습니다.'}
      </p>
      <Card>
        <OrderFacts order={order} />
      </Card>
    </>
  );
}

function AwaitingDeposit({ order, task }: Props) {
  return (
    <>
      <PageHeading title="입금을 기다리고 있습니다" />
      <Task>{task}</Task>
      <div className="mt-6">
        <DepositBox order={order} />
      </div>
      <p className="mt-4 text-small">{CASH_RECEIPT_NOTE}</p>
      <Card>
        <OrderFacts order={order} />
        <ReceiptLink url={order.payment?.receipt_url} />
      </Card>
    </>
  );
}

/** The end of a payment that was refused or closed: the order stays cancelled, a new one is placed. */
function NotPaid({ order }: { order: Order }) {
  const reason = noteOf(order);
  return (
    <>
      <PageHeading title="결제되지 않았습니다" />
      {reason && reason !== CANCELLED && <p className="mt-4">{reason}</p>}
      <p className="mt-4">{`${CANCELLED} 청구된 금액은 없고, 신청 내용은 그대로 있습니다.`}</p>
      <PayAgainButton order={order} className="mt-6 w-full sm:w-auto" />
      <Card>
        <OrderFacts order={order} />
      </Card>
      <BackToService order={order} />
      <ContactLines />
    </>
  );
}

const CANCELLED = '주문이 취소되었습니다.';

/** Returns the note with which the order ended. */
function noteOf({ status, timeline }: Order): string | undefined {
  return timeline.findLast((entry) => entry.status === status)?.note || undefined;
}

function BackToService({ order }: { order: Order }) {
  return (
    <p className="mt-6">
      <Link to="/services/$serviceId" params={{ serviceId: String(order.service_id) }} className={TEXT_LINK}>
        서비스로 돌아가 다시 신청하기
      </Link>
    </p>
  );
}

function NotBought({ order, task }: Props) {
  // A paid order never ends here unnoticed: admins check each order that ended with an error.
  const said =
    order.status === 'cancelled'
      ? CANCELLED
      : '주문을 처리하는 중에 문제가 생겨 구매가 취소되었습니다. 결제된 금액이 있는지 담당자가 확인합니다.';
  const reason = noteOf(order);
  return (
    <>
      <PageHeading title="구매가 취소되었습니다" />
      <p className="mt-4">{said}</p>
      <Task>{task}</Task>
      <Card>
        <OrderFacts order={order} />
        {reason && reason !== said && <p className="mt-3 text-small">{reason}</p>}
        <ReceiptLink url={order.payment?.receipt_url} />
      </Card>
      <BackToService order={order} />
      <ContactLines />
    </>
  );
}

function OrderFacts({ order }: { order: Order }) {
  return (
    <Details>
      <DetailRow label="주문 번호">
        <span className="font-semibold tabular-nums">{order.order_number}</span>
        <CopyButton text={order.order_number} subject="주문 번호" />
      </DetailRow>
      <DetailRow label="서비스">{order.service_title}</DetailRow>
      <DetailRow label="상품 옵션">{order.selected_plan}</DetailRow>
      {order.soldier && <DetailRow label="대상 군인">{order.soldier.fullname}</DetailRow>}
      {order.price !== null && (
        <DetailRow label="금액">
          <span className="font-semibold text-brass-600 tabular-nums">{formatWon(order.price)}</span>
        </DetailRow>
      )}
      <WrittenTexts order={order} />
      {order.payment && <DetailRow label="결제 수단">{order.payment.method}</DetailRow>}
    </Details>
  );
}

function ContactLines() {
  return (
    <div className="mt-8 flex flex-wrap items-center gap-x-4 border-line border-t pt-4 text-small">
      <p>
        문의 (<OfficeTimes />)
      </p>
      <a href={`tel:${FIRM.phone}`} className={TEXT_LINK}>
        {FIRM.phone}
      </a>
      <a href={`mailto:${FIRM.email}`} className={TEXT_LINK}>
        {FIRM.email}
      </a>
    </div>
  );
}

function Task({ children }: { children: ReactNode }) {
  return <div className="mt-8 empty:hidden">{children}</div>;
}

function Card({ children }: { children: ReactNode }) {
  return <div className="mt-8 rounded-card border border-line bg-surface px-6 py-5">{children}</div>;
}
