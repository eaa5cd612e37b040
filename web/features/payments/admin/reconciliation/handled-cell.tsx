import type { AdminDiscrepancy } from '#shared/features/payments/admin-discrepancy-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';

type Line = Pick<AdminDiscrepancy, 'id' | 'handled_at' | 'handled_by' | 'note'>;
type Props = { row: Line; onHandle: (id: number) => void };

/** Shows what was done about an entry, or the button that marks it as handled. */
export function HandledCell({ row, onHandle }: Props) {
  return row.handled_at ? <Handled row={row} /> : <HandleButton row={row} onHandle={onHandle} />;
}

/** The note on an entry that is handled, who handled it and when. */
export function Handled({ row: { note, handled_at, handled_by } }: Pick<Props, 'row'>) {
  return (
    <span className="break-words">
      {note}
      {handled_at && (
        <span className="block text-ink-500">{`${handled_by ?? '시스템'}, ${formatDateTime(handled_at)}`}</span>
      )}
    </span>
  );
}

export function HandleButton({ row: { id }, onHandle }: Props) {
  return (
    <button type="button" onClick={() => onHandle(id)} className={`${ADMIN_LINK} shrink-0 whitespace-nowrap`}>
      처리 완료
    </button>
  );
}
