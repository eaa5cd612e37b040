import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { type FinishedBody, finishedBody } from '#server/http/api/finished-body.ts';
import { sanitizeRichText } from '#server/lib/html-sanitizer.ts';
import { includedIds } from '#shared/features/services/list-parts.ts';
import type { ServiceDetail, ServiceListItem } from '#shared/features/services/schemas.ts';
import type { TermsReference } from '#shared/features/terms/schemas.ts';
import { DEFAULT_PLAN } from '#shared/rules/price.ts';
import { nextPriceChange, priceAt, type ScheduledPrice } from '#shared/rules/scheduled-price.ts';
import type { ServiceCategory } from '#shared/rules/service-category.ts';
import { ALL_NEWEST_TERMS, type NewestTermsRow } from './newest-terms.ts';
import { readPrice, readScheduledPrice, type ServicePart, toServiceDetail, unreadableParts } from './service-row.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
/** Most services that the page of a service names beside it. */
export const MAX_RELATED = 3;
const NEVER = Number.POSITIVE_INFINITY;

/** The current version of a terms text, its bytes, and their source. */
export type NewestTerms = TermsReference & { storedHtml: string; body: FinishedBody };

/** A service as last written, with its regular price. */
type StoredService = {
  writeId: string;
  detail: ServiceDetail;
  item: ServiceListItem;
  scheduledPrice: ScheduledPrice | null;
  changedAt: Date;
  isDeleted: boolean;
  isHidden: boolean;
  /** Parts that could not be read. */
  unreadable: readonly ServicePart[];
};

/** Contents of the database at one version of the catalogue. */
type Stored = {
  version: number;
  terms: ReadonlyMap<string, NewestTerms>;
  /** Holidays that administrators have added: promises of the pages depend on them. */
  holidays: readonly string[];
  /** Deleted and hidden ones too. */
  held: ReadonlyMap<number, StoredService>;
};

type Leading = Readonly<Partial<Record<ServiceCategory, readonly ServiceListItem[]>>>;

/** All services on sale at one version of the catalogue, with the prices at one time. */
export type Snapshot = Stored & {
  /** When the next price changes, in milliseconds. */
  endsAt: number;
  list: readonly ServiceListItem[];
  /**
   * The first services of each category: one more than a page shows, which may be the page's own.
   */
  leading: Leading;
  details: ReadonlyMap<number, ServiceDetail>;
  /**
   * Serialised when first asked for: administrators who change many services wait for none of it.
   */
  listBody: () => FinishedBody;
  /** Filled on demand. */
  detailBodies: Map<number, FinishedBody>;
};

export function serviceBody(service: ServiceDetail): FinishedBody {
  return finishedBody(JSON.stringify(service), JSON_TYPE);
}

function finishTerms(rows: readonly NewestTermsRow[], before: Snapshot | undefined): ReadonlyMap<string, NewestTerms> {
  return new Map(
    rows.map(({ html, ...text }) => {
      const known = before?.terms.get(text.filename);
      const body = known?.storedHtml === html ? known.body : finishedBody(sanitizeRichText(html), HTML_TYPE);
      return [text.filename, { ...text, storedHtml: html, body }];
    }),
  );
}

/** Returns the current versions of the terms of a service. */
function withTerms(service: ServiceDetail, texts: ReadonlyMap<string, NewestTerms>): ServiceDetail {
  const names = service.description.sections.flatMap((section) => (section.type === 'tos' ? section.filename : []));
  const terms = [...new Set(names)].flatMap((filename) => {
    const text = texts.get(filename);
    return text ? [{ filename, title: text.title, version: text.version }] : [];
  });
  return terms.length > 0 ? { ...service, terms } : service;
}

type IncludedIn = ReadonlyMap<number, { id: number; title: string }[]>;

/** By service, the packages whose tables of child services name it. */
function packagesByService(onSale: readonly StoredService[]): IncludedIn {
  const packages = onSale.filter(({ detail }) => detail.category === 'package');
  const pairs = packages.flatMap(({ detail: { id, title, description } }) => {
    return [...includedIds({ description })].map((child) => ({ child, found: { id, title } }));
  });
  const grouped = Map.groupBy(pairs, ({ child }) => child);
  return new Map([...grouped].map(([child, found]) => [child, found.map((pair) => pair.found)]));
}

function withPackages(service: ServiceDetail, includedIn: IncludedIn): ServiceDetail {
  const packages = includedIn.get(service.id);
  return packages ? { ...service, packages } : service;
}

/**
 * Reads every service in display order; the columns of `written` are null for services that
 * `before` has in their last version.
 */
function readServices(db: Db, before: Snapshot | undefined) {
  const held = [...(before?.held ?? [])];
  const ids = held.map(([id]) => id);
  const writeIds = held.map(([, { writeId }]) => writeId);
  const known = sql<{ id: number; write_id: string }>`unnest(${ids}::int[], ${writeIds}::uuid[])`;
  return (
    db
      .selectFrom('catalogue_state')
      .leftJoin('services as present', (join) => join.onTrue())
      .leftJoin(known.as<'known'>(sql`known(id, write_id)`), (join) =>
        join.onRef('known.id', '=', 'present.id').onRef('known.write_id', '=', 'present.write_id'),
      )
      .leftJoin('services as written', (join) => join.onRef('written.id', '=', 'present.id').on('known.id', 'is', null))
      // In the same statement, so that the version is never newer than its rows.
      .select(['catalogue_state.version', 'present.id as present_id'])
      .selectAll('written')
      // On the first row alone: the texts are long.
      .select(
        sql<
          NewestTermsRow[] | null
        >`case when row_number() over (order by present.position, present.id) = 1 then ${ALL_NEWEST_TERMS} end`.as(
          'terms',
        ),
      )
      .select(sql<string[]>`(select coalesce(jsonb_agg(day order by day), '[]') from declared_holidays)`.as('holidays'))
      .orderBy('present.position')
      .orderBy('present.id')
      .execute()
  );
}

type WrittenRow = Omit<
  Awaited<ReturnType<typeof readServices>>[number],
  'version' | 'present_id' | 'terms' | 'holidays'
>;

/** Parses a row with its columns; undefined for a service that is cached already. */
function readWritten({
  id,
  title,
  tagline,
  category,
  position,
  write_id,
  ...row
}: WrittenRow): StoredService | undefined {
  if (id === null || title === null || category === null || write_id === null || row.updated_at === null) {
    return undefined;
  }
  const detail = toServiceDetail({
    id,
    title,
    tagline: tagline ?? '',
    category,
    position: position ?? 0,
    card_description: row.card_description ?? '',
    keywords: row.keywords ?? [],
    price: row.price,
    description: row.description,
    requires_auth: row.requires_auth ?? true,
    requires_soldier: row.requires_soldier ?? true,
  });
  const { description: _, ...line } = detail;
  // Only the list call adds a default plan when none was ever set (contract §3); an empty list
  // stays empty.
  const plans = readPrice(row.price).plans ?? [DEFAULT_PLAN];
  const item = { ...line, price: { ...line.price, plans } };
  return {
    writeId: write_id,
    detail,
    item,
    scheduledPrice: readScheduledPrice(row.scheduled_price),
    changedAt: row.updated_at,
    isDeleted: row.deleted_at !== null,
    isHidden: row.is_hidden ?? false,
    unreadable: unreadableParts(row),
  };
}

function leadingByCategory(list: readonly ServiceListItem[]): Leading {
  const leading: Partial<Record<ServiceCategory, ServiceListItem[]>> = {};
  for (const item of list) {
    const found = leading[item.category] ?? [];
    if (found.length <= MAX_RELATED) leading[item.category] = [...found, item];
  }
  return leading;
}

/** Returns the same object for the regular price. */
function withPriceAt<T extends ServiceListItem>(service: T, scheduled: ScheduledPrice | null, at: Date): T {
  const price = priceAt(service.price, scheduled, at);
  return price === service.price ? service : { ...service, price };
}

/** Computes the snapshot of the stored services at a point in time. */
export function snapshotAt({ version, terms, holidays, held }: Stored, at: Date): Snapshot {
  const onSale = [...held.values()].filter(({ isDeleted, isHidden }) => !isDeleted && !isHidden);
  const list = onSale.map(({ item, scheduledPrice }) => withPriceAt(item, scheduledPrice, at));
  const includedIn = packagesByService(onSale);
  let listBody: FinishedBody | undefined;
  const changes = onSale.map(({ scheduledPrice }) => nextPriceChange(scheduledPrice, at)?.getTime() ?? NEVER);
  return {
    version,
    terms,
    holidays,
    held,
    endsAt: Math.min(NEVER, ...changes),
    list,
    leading: leadingByCategory(list),
    details: new Map(
      onSale.map(({ detail, scheduledPrice }) => [
        detail.id,
        withPackages(withTerms(withPriceAt(detail, scheduledPrice, at), terms), includedIn),
      ]),
    ),
    listBody() {
      listBody ??= finishedBody(JSON.stringify(list), JSON_TYPE);
      return listBody;
    },
    detailBodies: new Map(),
  };
}

/**
 * Loads the current version with the prices at a point in time. Reads only services that changed
 * since `before`, because sanitising HTML takes time. Returns `before` itself if it is current.
 */
export async function loadSnapshot(db: Db, at: Date, before?: Snapshot): Promise<Snapshot> {
  const rows = await readServices(db, before);
  const version = rows[0]?.version ?? 0;
  if (version === before?.version) return before;
  const terms = finishTerms(rows[0]?.terms ?? [], before);
  const held = new Map<number, StoredService>();
  for (const { present_id, ...row } of rows) {
    if (present_id === null) continue;
    const service = readWritten(row) ?? before?.held.get(present_id);
    if (service) held.set(present_id, service);
  }
  return snapshotAt({ version, terms, holidays: rows[0]?.holidays ?? [], held }, at);
}
