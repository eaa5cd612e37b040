import { formatPhone } from '#shared/format/phone.ts';
import { ADMIN_LINK } from './admin-page.tsx';

type Props = { phone: string | null; onDial?: () => void };

/** A number to call, or that there is none. */
export function PhoneLink({ phone, onDial }: Props) {
  if (!phone) return <>없음</>;
  return (
    <a href={`tel:${phone}`} onClick={onDial} className={`${ADMIN_LINK} whitespace-nowrap tabular-nums`}>
      {formatPhone(phone)}
    </a>
  );
}
