import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '#shared/features/audit/schemas.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { auditSubjectLabel } from './audit-labels.ts';

type Props = { entry: Pick<AuditEntry, 'subject_type' | 'subject_id'> };

/** The subject of an action, linked if it has a page. */
export function AuditSubject({ entry: { subject_type: type, subject_id: id } }: Props) {
  const kind = auditSubjectLabel(type);
  if (id === null) return kind;
  const name = `${kind} ${id}`;
  // High enough for a thumb, and still on the baseline of its neighbours.
  const className = `${ADMIN_LINK} -my-2.5 whitespace-nowrap md:my-0`;
  if (type === 'order') {
    return (
      <Link to="/admin/orders/$orderId" params={{ orderId: id }} className={className}>
        {name}
      </Link>
    );
  }
  if (type === 'user') {
    return (
      <Link to="/admin/users/$userId" params={{ userId: id }} className={className}>
        {name}
      </Link>
    );
  }
  if (type === 'service') {
    return (
      <Link to="/admin/services/$serviceId" params={{ serviceId: id }} className={className}>
        {name}
      </Link>
    );
  }
  return name;
}
