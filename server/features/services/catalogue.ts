import { EventEmitter } from 'node:events';
import type { Db } from '#server/db/transaction.ts';
import type { CachedBody } from '#server/http/api/cached-body.ts';
import type { ChildService, ServiceDetail, ServiceListItem } from '#shared/features/services/schemas.ts';
import { loadSnapshot, type NewestTerms, serviceBody } from './catalogue-snapshot.ts';

/**
 * Everything on sale, in memory: loaded once per version, serialised once, so that public reads touch no database.
 * Each property belongs to one version; a new version replaces them together.
 */
export type Catalogue = {
  version: () => number;
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
export async function createCatalogue(db: Db): Promise<Catalogue> {
  const changes = new EventEmitter();
  let snapshot = await loadSnapshot(db);
  let loading: Promise<void> = Promise.resolve();

  async function load(): Promise<void> {
    const next = await loadSnapshot(db, snapshot);
    if (next.version === snapshot.version) return;
    snapshot = next;
    changes.emit('change');
  }

  return {
    version: () => snapshot.version,
    list: () => snapshot.list,
    find: (id) => snapshot.details.get(id),
    changedAt: (id) => (snapshot.details.has(id) ? snapshot.held.get(id)?.changedAt : undefined),
    isDeleted: (id) => snapshot.held.get(id)?.isDeleted ?? false,
    children: (ids) =>
      ids.flatMap((id) => {
        const service = snapshot.details.get(id);
        return service ? [{ id, title: service.title, category: service.category, price: service.price }] : [];
      }),
    terms: (filename) => snapshot.terms.get(filename),
    listBody: () => snapshot.listBody,
    detailBody(id) {
      const { details, detailBodies } = snapshot;
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
