import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#server/lib/errors.ts';
import type { ValidPlaceOrderBody } from '#shared/features/orders/schemas.ts';
import type { TermsReference } from '#shared/features/terms/schemas.ts';

/**
 * Selects the current versions of the terms that a service's sections reference, by file name.
 * Reads the database instead of the cached catalogue, so that an order has the versions valid when
 * it is placed.
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
 * Checks that the page showed the current versions of the same files, if it sent them.
 * @throws AppError TERMS_CHANGED
 */
export function checkAgreedTerms(shown: ValidPlaceOrderBody['agreed_terms'], newest: readonly TermsReference[]): void {
  if (!shown) return;
  const versions = new Map(shown.map(({ filename, version }) => [filename, version]));
  const isSame =
    versions.size === newest.length && newest.every((text) => versions.get(text.filename) === text.version);
  if (!isSame) throw new AppError('TERMS_CHANGED');
}
