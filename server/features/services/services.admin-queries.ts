import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import type { ServiceLineRow, ServiceRow } from './service-row.ts';

type Edited = { is_hidden: boolean; scheduled_price: unknown; revision: number; updated_at: Date };
/** A service for administrators that was not deleted. */
export type AdminServiceRow = ServiceRow & Edited;
/** The same without its description, which is long. */
export type AdminServiceLineRow = ServiceLineRow & Edited;

const LINE_COLUMNS = [
  'services.id',
  'services.title',
  'services.tagline',
  'services.category',
  'services.position',
  'services.card_description',
  'services.keywords',
  'services.price',
  'services.requires_auth',
  'services.requires_soldier',
  'services.is_hidden',
  'services.scheduled_price',
  'services.revision',
  'services.updated_at',
] as const;
export const ADMIN_SERVICE_COLUMNS = [...LINE_COLUMNS, 'services.description'] as const;

function selectServices(db: DbOrTrx) {
  return db.selectFrom('services').select(ADMIN_SERVICE_COLUMNS).where('services.deleted_at', 'is', null);
}

export function listServiceRows(db: DbOrTrx): Promise<AdminServiceLineRow[]> {
  return db
    .selectFrom('services')
    .select(LINE_COLUMNS)
    .where('services.deleted_at', 'is', null)
    .orderBy('services.position')
    .orderBy('services.id')
    .execute();
}

export function findServiceRow(db: DbOrTrx, serviceId: number): Promise<AdminServiceRow | undefined> {
  return selectServices(db).where('services.id', '=', serviceId).executeTakeFirst();
}

/** Reads and locks the service. */
export function lockServiceRow(trx: Trx, serviceId: number): Promise<AdminServiceRow | undefined> {
  return selectServices(trx).where('services.id', '=', serviceId).forUpdate().executeTakeFirst();
}
