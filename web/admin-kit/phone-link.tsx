import { formatPhone } from '#shared/format/phone.ts';
import { ADMIN_LINK } from './admin-page.tsx';

/** A number to call, or that there is none. */
export function PhoneLink({ phone }: { phone: string | null }) {
  if (!phone) return <>없음</>;
  return (
    <a href={`tel:${phone}`} className={`${ADMIN_LINK} whitespace-nowrap tabular-nums`}>
      {formatPhone(phone)}
    </a>
  );
}
