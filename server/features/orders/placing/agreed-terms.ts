import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#server/lib/errors.ts';
import type { ValidPlaceOrderBody } from '#shared/features/orders/schemas.ts';
import type { TermsReference } from '#shared/features/terms/schemas.ts';

/**
 * The newest versions of the texts that the terms sections of a service name, by file name; for a
 * statement that reads services. From the database and not from the catalogue in memory, so that an
 * order names what holds at the moment in which it is placed.
 */
export const NEWEST_TERMS: RawBuilder<TermsReference[]> = sql`(
  select coalesce(jsonb_agg(
    jsonb_build_object('filename', newest.filename, 'title', newest.title, 'version', newest.version)
    order by newest.filename), '[]')
  from (select distinct value #>> '{}' as filename
    from jsonb_path_query(services.description, 'lax $.sections[*] ? (@.type == "tos").filename') as value) as named
  cross join lateral (select * from terms_versions where terms_versions.filename = named.filename
    order by terms_versions.version desc limit 1) as newest)`;

/**
 * Whether the buyer was shown what holds now, where the page says what it showed: the same files,
 * each in its newest version.
 * @throws AppError TERMS_CHANGED
 */
export function checkAgreedTerms(shown: ValidPlaceOrderBody['agreed_terms'], newest: readonly TermsReference[]): void {
  if (!shown) return;
  const versions = new Map(shown.map(({ filename, version }) => [filename, version]));
  const isSame =
    versions.size === newest.length && newest.every((text) => versions.get(text.filename) === text.version);
  if (!isSame) throw new AppError('TERMS_CHANGED');
}
