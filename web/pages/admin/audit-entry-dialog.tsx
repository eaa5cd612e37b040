import type { AuditEntry } from '#shared/features/audit/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { type AuditChange, auditChanges, clipChange } from '#web/features/audit/admin/audit-changes.ts';
import { auditActionLabel, auditActorLabel, auditAddressLabel } from '#web/features/audit/admin/audit-labels.ts';
import { AuditSubject } from '#web/features/audit/admin/audit-subject.tsx';
import { DetailRow, Details } from '#web/ui/details.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type Props = { entry: AuditEntry; isOpen: boolean; onClose: () => void };

/** One entry of the audit log with all its data. */
export function AuditEntryDialog({ entry, isOpen, onClose }: Props) {
  const changes = auditChanges(entry);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={auditActionLabel(entry.action)} size="large">
      <Details>
        <DetailRow label="일시">{formatDateTime(entry.at)}</DetailRow>
        <DetailRow label="담당자">{auditActorLabel(entry.actor)}</DetailRow>
        <DetailRow label="접속 주소">{auditAddressLabel(entry.address)}</DetailRow>
        <DetailRow label="대상">
          <AuditSubject entry={entry} />
        </DetailRow>
        {entry.reason && <DetailRow label="사유">{entry.reason}</DetailRow>}
      </Details>
      {changes.length > 0 && (
        <ul aria-label="기록된 내용" className="mt-5 grid gap-4 border-line border-t pt-5 text-small">
          {changes.map((change) => (
            <Change key={change.label} change={clipChange(change)} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** Before and after side by side; on a phone one below the other. */
function Change({ change: { label, before, after } }: { change: AuditChange }) {
  return (
    <li>
      <h3 className="font-semibold text-ink-900">{label}</h3>
      <dl className={`mt-1.5 grid gap-2 ${before !== undefined && after !== undefined ? 'sm:grid-cols-2' : ''}`}>
        {before !== undefined && <Side name="이전" text={before} className="border-line bg-paper text-ink-700" />}
        {after !== undefined && (
          <Side name="이후" text={after} className="border-olive-600 bg-olive-100 text-ink-900" />
        )}
      </dl>
    </li>
  );
}

function Side({ name, text, className }: { name: string; text: string; className: string }) {
  return (
    <div className={`min-w-0 rounded border px-3 py-2 ${className}`}>
      <dt className="text-caption text-ink-700">{name}</dt>
      <dd className="whitespace-pre-line break-words">{text}</dd>
    </div>
  );
}
