import type { ReactNode } from 'react';
import { formatPhone } from '#shared/format/phone.ts';
import { ADMIN_LINK } from '../admin-page.tsx';

type Props = {
  /** The link or button that the row is about. */
  name: ReactNode;
  /** Right of the name, such as a status. */
  status?: ReactNode;
  /** One line; what does not fit is cut. */
  text: ReactNode;
  /** Right of the text, such as a call or a button. */
  action?: ReactNode;
  /** The third line, left and right. */
  left: ReactNode;
  right?: ReactNode;
};

/** A row on a phone, in three lines. */
export function ListCard({ name, status, text, action, left, right }: Props) {
  return (
    <>
      <div className="-my-2 flex items-center justify-between gap-3 md:my-0">
        <span data-row-name className="min-w-0">
          {name}
        </span>
        {status}
      </div>
      <div className="flex items-center justify-between gap-3">
        <p className="truncate text-ink-900">{text}</p>
        {action}
      </div>
      <div className="flex justify-between gap-3 text-ink-700">
        <div className="flex min-w-0 flex-wrap gap-x-2">{left}</div>
        <span className="whitespace-nowrap tabular-nums">{right}</span>
      </div>
    </>
  );
}

/** Calls a number by one press: a phone has no room for the number. */
export function CallLink({ phone, onDial }: { phone: string | null; onDial?: () => void }) {
  if (!phone) return null;
  return (
    <a
      href={`tel:${phone}`}
      onClick={onDial}
      aria-label={`전화 ${formatPhone(phone)}`}
      className={`${ADMIN_LINK} -my-3 min-w-11 shrink-0 justify-end md:my-0`}
    >
      전화
    </a>
  );
}
