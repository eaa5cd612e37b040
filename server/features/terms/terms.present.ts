import { wireTime } from '#server/lib/wire-time.ts';
import type { AdminTerms, AdminTermsListItem, AdminTermsVersion } from '#shared/features/terms/admin-schemas.ts';
import type { TermsVersionRow } from './terms.queries.ts';

function presentLine<Row extends Omit<TermsVersionRow, 'html'>>(row: Row) {
  return { ...row, created_at: wireTime(row.created_at) };
}

export function presentVersion(row: TermsVersionRow): AdminTermsVersion {
  return presentLine(row);
}

/** The newest version with the list of all. */
export function presentTerms(newest: TermsVersionRow, versions: readonly Omit<TermsVersionRow, 'html'>[]): AdminTerms {
  return { ...presentVersion(newest), versions: versions.map(presentLine) };
}

type TermsLineRow = Pick<TermsVersionRow, 'filename' | 'title' | 'version' | 'created_at'> & { service_count: number };

export function presentTermsLine({ created_at, ...row }: TermsLineRow): AdminTermsListItem {
  return { ...row, updated_at: wireTime(created_at) };
}
