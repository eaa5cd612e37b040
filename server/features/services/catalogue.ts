import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { ALL_NEWEST_TERMS, type NewestTermsRow } from '#server/features/terms/terms.lookup.ts';
import { type CachedBody, cachedBody } from '#server/http/cached-body.ts';
import { sanitizeRichText } from '#server/lib/html-sanitizer.ts';
import type { ChildService, ServiceDetail, ServiceListItem } from '#shared/contract/services.ts';
import type { TermsReference } from '#shared/contract/terms.ts';
import { DEFAULT_PLAN } from '#shared/rules/price.ts';
import { readPrice, toServiceDetail } from './service-row.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';

/** The newest version of a terms text, and its bytes. */
type NewestTerms = TermsReference & { body: CachedBody };

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

type Snapshot = {
  version: number;
  list: readonly ServiceListItem[];
  details: ReadonlyMap<number, ServiceDetail>;
  changedAt: ReadonlyMap<number, Date>;
  deletedIds: ReadonlySet<number>;
  terms: ReadonlyMap<string, NewestTerms>;
  listBody: CachedBody;
  detailBodies: Map<number, CachedBody>;
};

function finishTerms(rows: readonly NewestTermsRow[]): ReadonlyMap<string, NewestTerms> {
  return new Map(
    rows.map(({ html, ...text }) => [text.filename, { ...text, body: cachedBody(sanitizeRichText(html), HTML_TYPE) }]),
  );
}

/** Which versions of its terms a service is sold under now. */
function withTerms(service: ServiceDetail, texts: ReadonlyMap<string, NewestTerms>): ServiceDetail {
  const names = service.description.sections.flatMap(({ type, filename }) =>
    type === 'tos' && filename ? [filename] : [],
  );
  const terms = [...new Set(names)].flatMap((filename) => {
    const text = texts.get(filename);
    return text ? [{ filename, title: text.title, version: text.version }] : [];
  });
  return terms.length > 0 ? { ...service, terms } : service;
}

async function loadSnapshot(db: Db): Promise<Snapshot> {
  // The version is read in the same statement, so it can never be newer than the rows that came with it.
  const rows = await db
    .selectFrom('catalogue_state')
    .leftJoin('services', (join) => join.onTrue())
    .select('catalogue_state.version')
    .selectAll('services')
    // On the first row alone: the texts are long.
    .select(
      sql<
        NewestTermsRow[] | null
      >`case when row_number() over (order by services.position, services.id) = 1 then ${ALL_NEWEST_TERMS} end`.as(
        'terms',
      ),
    )
    .orderBy('services.position')
    .orderBy('services.id')
    .execute();
  const terms = finishTerms(rows[0]?.terms ?? []);
  const details = new Map<number, ServiceDetail>();
  const changedAt = new Map<number, Date>();
  const deletedIds = new Set<number>();
  const list: ServiceListItem[] = [];
  for (const { id, title, tagline, category, position, ...row } of rows) {
    if (id === null || title === null || category === null) continue;
    if (row.deleted_at) {
      deletedIds.add(id);
      continue;
    }
    const detail = toServiceDetail({
      id,
      title,
      tagline: tagline ?? '',
      category,
      position: position ?? 0,
      card_description: row.card_description ?? '',
      price: row.price,
      description: row.description,
      requires_auth: row.requires_auth ?? true,
      requires_soldier: row.requires_soldier ?? true,
    });
    details.set(id, withTerms(detail, terms));
    if (row.updated_at) changedAt.set(id, row.updated_at);
    const { description: _, ...item } = detail;
    // Only the list call fills in for plans that were never set (contract §3); a stored empty list stays empty.
    const plans = readPrice(row.price).plans ?? [DEFAULT_PLAN];
    list.push({ ...item, price: { ...item.price, plans } });
  }
  const listBody = cachedBody(JSON.stringify(list), JSON_TYPE);
  return {
    version: rows[0]?.version ?? 0,
    list,
    details,
    changedAt,
    deletedIds,
    terms,
    listBody,
    detailBodies: new Map(),
  };
}

/** Loads the catalogue; the caller keeps it fresh by calling `refresh` when the database says that it changed. */
export async function createCatalogue(db: Db): Promise<Catalogue> {
  const changes = new EventEmitter();
  let snapshot = await loadSnapshot(db);
  let loading: Promise<void> = Promise.resolve();

  async function load(): Promise<void> {
    const next = await loadSnapshot(db);
    if (next.version === snapshot.version) return;
    snapshot = next;
    changes.emit('change');
  }

  return {
    version: () => snapshot.version,
    list: () => snapshot.list,
    find: (id) => snapshot.details.get(id),
    changedAt: (id) => snapshot.changedAt.get(id),
    isDeleted: (id) => snapshot.deletedIds.has(id),
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
      const body = cachedBody(JSON.stringify(detail), JSON_TYPE);
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
