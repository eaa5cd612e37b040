import { type Db, type DbOrTrx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import { expectSeen } from '#server/lib/expect-seen.ts';
import type { ServiceWork, ServiceWorkBody } from '#shared/features/orders/work-schemas.ts';
import { listTemplate } from '../steps/steps.queries.ts';
import { checkAssignee } from './assign-order.ts';

/** How orders of a service begin; throws SERVICE_NOT_FOUND. */
export async function getServiceWork(db: DbOrTrx, serviceId: number): Promise<ServiceWork> {
  const service = await db
    .selectFrom('services')
    .select(['services.default_assignee_id', 'services.work_version'])
    .where('services.id', '=', serviceId)
    .where('services.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!service) throw new AppError('SERVICE_NOT_FOUND');
  const { default_assignee_id: assigneeId, work_version: version } = service;
  return { assignee_id: assigneeId, steps: await listTemplate(db, serviceId), version };
}

/**
 * Sets who takes the orders of a service from now on, and which steps they can be given.
 * @throws AppError SERVICE_NOT_FOUND; VERSION_CONFLICT with the current work as `current`;
 *   VALIDATION_FAILED when the account does not take cases
 */
export async function setServiceWork(
  { db }: { db: Db },
  admin: ActingAdmin,
  serviceId: number,
  { assignee_id, steps, version }: ServiceWorkBody,
): Promise<ServiceWork> {
  return transaction(db, async (trx) => {
    await trx.selectFrom('services').select('services.id').where('services.id', '=', serviceId).forUpdate().execute();
    const before = await getServiceWork(trx, serviceId);
    expectSeen(version, before);
    if (assignee_id !== null) await checkAssignee(trx, assignee_id, 'assignee_id');
    const changed = { default_assignee_id: assignee_id, work_version: before.version + 1 };
    await trx.updateTable('services').set(changed).where('services.id', '=', serviceId).execute();
    await trx.deleteFrom('service_steps').where('service_steps.service_id', '=', serviceId).execute();
    const rows = steps.map((title, index) => ({ service_id: serviceId, title, position: index + 1 }));
    if (rows.length > 0) await trx.insertInto('service_steps').values(rows).execute();
    const after = await getServiceWork(trx, serviceId);
    const act = { action: 'service.set_work', subjectType: 'service', subjectId: serviceId, before, after } as const;
    await recordAudit(trx, { ...admin, ...act });
    return after;
  });
}
