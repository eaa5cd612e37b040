import { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import type { FinishedBody } from '#server/http/api/finished-body.ts';
import type { Clock } from '#server/lib/clock.ts';
import type {
  ChildService,
  RelatedService,
  ServiceDetail,
  ServiceListItem,
} from '#shared/features/services/schemas.ts';
import { declareHolidays } from '#shared/rules/work/declared-holidays.ts';
import {
  loadSnapshot,
  MAX_RELATED,
  type NewestTerms,
  type Snapshot,
  serviceBody,
  snapshotAt,
} from './catalogue-snapshot.ts';

/**
 * Services on sale in memory: loaded and serialised once per version, so that public reads need no
 * database. All properties belong to one version and are replaced together, also by the first read
 * after a scheduled price begins or ends.
 */
export type Catalogue = {
  /** The version in the database. */
  version: () => number;
  /** Changes with everything shown: with the version, and with scheduled prices. */
  edition: () => number;
  list: () => readonly ServiceListItem[];
  find: (id: number) => ServiceDetail | undefined;
  /** When a service on sale was last changed. */
  changedAt: (id: number) => Date | undefined;
  /** Returns whether a service existed and was deleted. */
  isDeleted: (id: number) => boolean;
  /** Child services in the requested order, without unknown ids. */
  children: (ids: readonly number[]) => ChildService[];
  /** The first other services of its category; none for an unknown id. */
  related: (id: number) => RelatedService[];
  /** The current version of a terms text, by file name. */
  terms: (filename: string) => NewestTerms | undefined;
  /** Holidays that administrators have added. The rules of business days know them too. */
  holidays: () => readonly string[];
  listBody: () => FinishedBody;
  detailBody: (id: number) => FinishedBody | undefined;
  /** Loads the newest version if it changed. */
  refresh: () => Promise<void>;
  onChange: (listener: () => void) => void;
};

/** Logs each stored price or description that cannot be read, once per write (spec §8). */
function logUnreadable(log: FastifyBaseLogger, { held }: Snapshot, before?: Snapshot): void {
  for (const [serviceId, { writeId, unreadable }] of held) {
    if (unreadable.length === 0 || before?.held.get(serviceId)?.writeId === writeId) continue;
    log.warn({ serviceId, parts: unreadable }, 'stored service unreadable');
  }
}

/** Loads the catalogue; the caller calls `refresh` when the database notifies of a change. */
export async function createCatalogue(db: Db, clock: Clock, log: FastifyBaseLogger): Promise<Catalogue> {
  return catalogueOf(await loadSnapshot(db, clock.now()), { db, clock, log });
}

/** A catalogue that shows `snapshot` until its first refresh. */
export function catalogueOf(
  first: Snapshot,
  { db, clock, log }: { db: Db; clock: Clock; log: FastifyBaseLogger },
): Catalogue {
  const changes = new EventEmitter();
  let snapshot = first;
  declareHolidays(first.holidays);
  logUnreadable(log, snapshot);
  let edition = 1;
  let loading: Promise<void> = Promise.resolve();

  async function load(): Promise<void> {
    const next = await loadSnapshot(db, clock.now(), snapshot);
    if (next.version === snapshot.version) return;
    logUnreadable(log, next, snapshot);
    show(next);
  }

  function show(next: Snapshot): void {
    snapshot = next;
    declareHolidays(next.holidays);
    edition += 1;
    changes.emit('change');
  }

  /** Checked on each read instead of by a timer, by the same clock as orders. */
  function current(): Snapshot {
    const now = clock.now();
    if (now.getTime() >= snapshot.endsAt) show(snapshotAt(snapshot, now));
    return snapshot;
  }

  return {
    version: () => snapshot.version,
    edition() {
      current();
      return edition;
    },
    list: () => current().list,
    find: (id) => current().details.get(id),
    changedAt: (id) => (snapshot.details.has(id) ? snapshot.held.get(id)?.changedAt : undefined),
    isDeleted: (id) => snapshot.held.get(id)?.isDeleted ?? false,
    children: (ids) =>
      ids.flatMap((id) => {
        const service = current().details.get(id);
        return service ? [{ id, title: service.title, category: service.category, price: service.price }] : [];
      }),
    related(id) {
      const { details, leading } = current();
      const category = details.get(id)?.category;
      const others = ((category && leading[category]) ?? []).filter((service) => service.id !== id);
      return others
        .slice(0, MAX_RELATED)
        .map(({ id: otherId, title, tagline, price }) => ({ id: otherId, title, tagline, price }));
    },
    terms: (filename) => snapshot.terms.get(filename),
    holidays: () => snapshot.holidays,
    listBody: () => current().listBody(),
    detailBody(id) {
      const { details, detailBodies } = current();
      const known = detailBodies.get(id);
      if (known) return known;
      const detail = details.get(id);
      if (!detail) return undefined;
      const body = serviceBody(detail);
      detailBodies.set(id, body);
      return body;
    },
    refresh() {
      // Sequential: a change during a load is not missed, and an older load never replaces a newer
      // one.
      loading = loading.catch(() => {}).then(load);
      return loading;
    },
    onChange: (listener) => void changes.on('change', listener),
  };
}
