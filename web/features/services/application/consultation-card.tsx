import { Link } from '@tanstack/react-router';
import { FIRM } from '#content/firm.ts';
import { OfficeTimes } from '#web/lib/navigation/desk-hours.tsx';
import { buttonClass, TEXT_LINK } from '#web/ui/button-class.ts';
import { APPLY_ID } from './choice.ts';

/** In place of the form, for a service without a price: its cost follows from a call. */
export function ConsultationCard({ serviceId }: { serviceId: number }) {
  return (
    <section
      id={APPLY_ID}
      aria-labelledby="apply-heading"
      tabIndex={-1}
      className="rounded-card border border-line bg-surface p-6 outline-none"
    >
      <h2 id="apply-heading" className="text-h3 text-ink-900">
        상담 후 비용 안내
      </h2>
      <p className="mt-3 text-ink-700">
        가격 정보가 없습니다. 사건마다 필요한 업무가 달라, 전화로 내용을 들은 뒤 비용을 안내합니다.
      </p>
      <a href={`tel:${FIRM.phone}`} className={buttonClass('primary', 'mt-5 w-full tabular-nums')}>
        {FIRM.phone} 전화하기
      </a>
      <p className="mt-2 text-small text-ink-500">
        상담 시간: <OfficeTimes />
      </p>
      <AskFirst serviceId={serviceId} />
    </section>
  );
}

/** Leads to a conversation about the service. */
export function AskFirst({ serviceId }: { serviceId: number }) {
  return (
    <Link to="/consult" search={{ serviceId }} className={`${TEXT_LINK} mt-2`}>
      구매 전 문의
    </Link>
  );
}
