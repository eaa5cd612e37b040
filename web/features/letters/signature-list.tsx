import type { Letter } from '#shared/features/letters/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { SIGNER_LABELS } from '#shared/rules/letters/letter-labels.ts';

/** Who has signed a document, and when. */
export function SignatureList({ signatures }: Pick<Letter, 'signatures'>) {
  if (signatures.length === 0) return null;
  return (
    <ul aria-label="서명" className="divide-y divide-line rounded-card border border-line bg-surface px-5">
      {signatures.map(({ role, name, at }) => (
        <li key={`${role} ${at}`} className="flex flex-wrap justify-between gap-x-4 py-3 text-small">
          <span className="min-w-0 break-words text-ink-900">{`${name} (${SIGNER_LABELS[role]})`}</span>
          <span className="text-ink-500 tabular-nums">{`${formatDateTime(at)} 서명`}</span>
        </li>
      ))}
    </ul>
  );
}
