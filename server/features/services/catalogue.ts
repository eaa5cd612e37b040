import { EventEmitter } from 'node:events';
import type { Db } from '#server/db/transaction.ts';
import type { CachedBody } from '#server/http/api/cached-body.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { ChildService, ServiceDetail, ServiceListItem } from '#shared/features/services/schemas.ts';
import { loadSnapshot, type NewestTerms, type Snapshot, serviceBody, snapshotAt } from './catalogue-snapshot.ts';

/**
 * Everything on sale, in memory: loaded once per version, serialised once, so that public reads touch no database.
 * Each property belongs to one version; a new version replaces them together. Where a scheduled
 * price begins or ends, the first read after that moment replaces them too.
 */
export type Catalogue = {
  /** The version in the database. */
  version: () => number;
  /** Changes with everything that is shown: with the version, and with the prices of a moment. */
  edition: () => number;
  list: () => readonly ServiceListItem[];
  find: (id: number) => ServiceDetail | undefined;
  /** When a service on sale was last changed. */
  changedAt: (id: number) => Date | undefined;
  /** Whether there was such a service, which has been deleted since. */
  isDeleted: (id: number) => boolean;
  /** Child services in the order asked; unknown ids are left out. */
  children: (ids: readonly number[]) => ChildService[];
  /** The newest version of a terms text, by its file name. */
  terms: (filename: string) => NewestTerms | undefined;
  listBody: () => CachedBody;
  detailBody: (id: number) => CachedBody | undefined;
  /** Loads the newest version if it is not the present one. */
  refresh: () => Promise<void>;
  onChange: (listener: () => void) => void;
};

/** Loads the catalogue; the caller keeps it fresh by calling `refresh` when the database says that it changed. */
export async function createCatalogue(db: Db, clock: Clock): Promise<Catalogue> {
  const changes = new EventEmitter();
  let snapshot = await loadSnapshot(db, clock.now());
  let edition = 1;
  let loading: Promise<void> = Promise.resolve();

  async function load(): Promise<void> {
    const next = await loadSnapshot(db, clock.now(), snapshot);
    if (next.version !== snapshot.version) show(next);
  }

  function show(next: Snapshot): void {
    snapshot = next;
    edition += 1;
    changes.emit('change');
  }

  /** Checked with each read, so that no timer can be late: an order is checked by the same clock. */
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
    terms: (filename) => snapshot.terms.get(filename),
    listBody: () => current().listBody,
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
      // One after the other: a change that comes while loading is not missed, and an older load never overtakes.
      loading = loading.catch(() => {}).then(load);
      return loading;
    },
    onChange: (listener) => void changes.on('change', listener),
  };
}
