import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import {
  type AdminService,
  adminService,
  SERVICE_FIELD_NAMES,
  type ServiceVersion,
} from '#shared/features/services/admin-schemas.ts';
import { presentService } from '../services.admin-present.ts';
import { findServiceRow } from '../services.admin-queries.ts';

/** Entries of the audit log that are read; their texts are long. */
const MAX_ENTRIES = 100;

/** A service as the audit log keeps it: earlier entries lack the fields that came later. */
const snapshot = adminService.partial().required({ version: true, updated_at: true });
export type ServiceSnapshot = z.infer<typeof snapshot>;

type Saved = { service: ServiceSnapshot; at: string; by: string | null };

function listEntries(db: DbOrTrx, serviceId: number) {
  return db
    .selectFrom('audit_log')
    .select(['at', 'actor_login', 'before', 'after'])
    .where('subject_type', '=', 'service')
    .where('subject_id', '=', String(serviceId))
    .where('action', 'in', ['service.create', 'service.update'])
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute();
}

/**
 * The versions of a service, newest first, from the audit log, which keeps it before and after each
 * save. The version before a save is known also where the log lacks its own save: sample services,
 * and moves in the list.
 * @throws AppError SERVICE_NOT_FOUND
 */
async function readVersions(db: DbOrTrx, serviceId: number): Promise<Saved[]> {
  const row = await findServiceRow(db, serviceId);
  if (!row) throw new AppError('SERVICE_NOT_FOUND');
  const versions = new Map<number, Saved>();
  const keep = (value: unknown, save?: { at: Date; actor_login: string }) => {
    const { data } = snapshot.safeParse(value);
    if (!data || (!save && versions.has(data.version))) return;
    versions.set(data.version, {
      service: data,
      at: save ? wireTime(save.at) : data.updated_at,
      by: save?.actor_login ?? null,
    });
  };
  keep(presentService(row));
  for (const entry of await listEntries(db, serviceId)) {
    keep(entry.after, entry);
    keep(entry.before);
  }
  return [...versions.values()].toSorted((a, b) => b.service.version - a.service.version);
}

/** The fields that differ; one that either lacks cannot be compared. */
function changedFields(before: ServiceSnapshot | undefined, after: ServiceSnapshot) {
  if (!before) return [];
  return SERVICE_FIELD_NAMES.filter((field) => {
    const [old, now] = [before[field], after[field]];
    return old !== undefined && now !== undefined && !isDeepStrictEqual(old, now);
  });
}

/** @throws AppError SERVICE_NOT_FOUND */
export async function listServiceVersions(db: DbOrTrx, serviceId: number): Promise<ServiceVersion[]> {
  const versions = await readVersions(db, serviceId);
  return versions.map(({ service, at, by }, index) => ({
    version: service.version,
    at,
    by,
    changed: changedFields(versions[index + 1]?.service, service),
  }));
}

/**
 * Reads a service as a version had it; a field that its entry lacks is as it is now.
 * @throws AppError SERVICE_NOT_FOUND, NOT_FOUND for an unknown version
 */
export async function readServiceVersion(db: DbOrTrx, serviceId: number, version: number): Promise<AdminService> {
  const row = await findServiceRow(db, serviceId);
  if (!row) throw new AppError('SERVICE_NOT_FOUND');
  return adminService.parse({ ...presentService(row), ...(await getServiceVersion(db, serviceId, version)) });
}

/** @throws AppError SERVICE_NOT_FOUND, NOT_FOUND for an unknown version */
export async function getServiceVersion(db: DbOrTrx, serviceId: number, version: number): Promise<ServiceSnapshot> {
  const found = (await readVersions(db, serviceId)).find(({ service }) => service.version === version);
  if (!found) throw new AppError('NOT_FOUND');
  return found.service;
}
