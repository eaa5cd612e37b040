import type { TermsReference } from '#shared/features/terms/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { LINK_IN_TEXT } from '#web/ui/button-class.ts';
import { DetailRow } from '#web/ui/details.tsx';

/**
 * The terms that an order was made under, the consent to health data among them: each links to
 * exactly that version.
 */
export function AgreedTerms({ terms, agreedAt }: { terms: readonly TermsReference[] | null; agreedAt: string }) {
  if (!terms || terms.length === 0) return null;
  return (
    <DetailRow label="동의한 약관">
      <ul className="grid gap-1">
        {terms.map(({ filename, title, version }) => (
          <li key={filename}>
            <a
              href={`/terms/${filename}?version=${version}`}
              target="_blank"
              rel="noopener noreferrer"
              className={LINK_IN_TEXT}
            >
              {`${title} (버전 ${version})`} <span className="sr-only">(새 창)</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="text-ink-500 tabular-nums">{`${formatDateTime(agreedAt)}에 동의`}</p>
    </DetailRow>
  );
}
