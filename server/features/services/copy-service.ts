import { sql } from 'kysely';
import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import type { AdminService } from '#shared/features/services/admin-schemas.ts';
import { presentService } from './services.admin-present.ts';
import { ADMIN_SERVICE_COLUMNS } from './services.admin-queries.ts';

const COPY_SUFFIX = ' (사본)';
/** As long as a title may be, with the suffix. */
const MAX_TITLE = 100 - COPY_SUFFIX.length;

/**
 * Creates a hidden copy of a service, right after it in the list, without its scheduled price.
 * @throws AppError SERVICE_NOT_FOUND
 */
export async function copyService(db: Db, admin: ActingAdmin, serviceId: number): Promise<AdminService> {
  return transaction(db, async (trx) => {
    const row = await trx
      .insertInto('services')
      .columns([
        'title',
        'tagline',
        'category',
        'position',
        'card_description',
        'keywords',
        'price',
        'description',
        'requires_auth',
        'requires_soldier',
        'is_hidden',
      ])
      .expression((eb) =>
        eb
          .selectFrom('services as source')
          .select(sql<string>`left(source.title, ${MAX_TITLE}) || ${COPY_SUFFIX}`.as('title'))
          .select(['source.tagline', 'source.category', 'source.position', 'source.card_description'])
          .select([
            'source.keywords',
            'source.price',
            'source.description',
            'source.requires_auth',
            'source.requires_soldier',
          ])
          .select(sql.lit(true).as('is_hidden'))
          .where('source.id', '=', serviceId)
          .where('source.deleted_at', 'is', null),
      )
      .returning(ADMIN_SERVICE_COLUMNS)
      .executeTakeFirst();
    if (!row) throw new AppError('SERVICE_NOT_FOUND');
    const service = presentService(row);
    await recordAudit(trx, {
      ...admin,
      action: 'service.create',
      subjectType: 'service',
      subjectId: service.id,
      after: { ...service, copied_from: serviceId },
    });
    return service;
  });
}
