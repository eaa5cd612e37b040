import { formatDateTime } from '#shared/format/dates.ts';
import { formatWon } from '#shared/rules/price.ts';
import { auditFieldLabel } from './audit-labels.ts';
import { auditValueLabel } from './audit-values.ts';

/** One value that an action has changed or recorded; `undefined` where it was absent. */
export type AuditChange = { label: string; before: string | undefined; after: string | undefined };

type Leaf = { label: string; text: string };

const MONEY = new Set(['amount', 'price', 'paid_price', 'original_price']);
/** Changes with every save; the entry has its own time. */
const HIDDEN_FIELDS = new Set(['updated_at']);
const MOST_NUMBERS = 20;

/** The log keeps a keyed hash of searched words: its beginning shows equal searches. */
const SHOWN_HASH = 8;

function textOfString(name: string, value: string): string {
  if (value === '') return '비어 있음';
  if (name === 'q_hash') return `암호화됨 (${value.slice(0, SHOWN_HASH)})`;
  const label = auditValueLabel(name, value);
  if (label !== undefined) return label;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatDateTime(value);
  return value;
}

function textOfLeaf(name: string, value: unknown): string {
  if (typeof value === 'string') return textOfString(name, value);
  if (typeof value === 'number') return MONEY.has(name) ? formatWon(value) : String(value);
  if (typeof value === 'boolean') return value ? '예' : '아니요';
  return '없음';
}

function textOfList(name: string, values: readonly unknown[]): string {
  if (values.length === 0) return '없음';
  if (!values.every((value) => typeof value === 'number')) {
    return values.map((value) => textOfLeaf(name, value)).join('\n');
  }
  const more = values.length > MOST_NUMBERS ? ' …' : '';
  return `${values.length}개 (번호 ${values.slice(0, MOST_NUMBERS).join(', ')}${more})`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Match list items by id, so that reordering is not reported as a change to every item. */
function keyOfElement(element: unknown, at: number): string {
  return isRecord(element) && typeof element.id === 'number' ? `번호 ${element.id}` : String(at + 1);
}

/** The searched values say more than the found ones; the database keeps no key order. */
function shownEntries(record: Record<string, unknown>): [string, unknown][] {
  const { filters, ...rest } = record;
  const entries = Object.entries(rest).filter(
    ([key, value]) => !HIDDEN_FIELDS.has(key) && !(key === 'untouched' && !value),
  );
  return filters === undefined ? entries : [['filters', filters], ...entries];
}

/** All values within a value by their paths, in order. */
function leavesOf(value: unknown, name = '', path: readonly string[] = []): Map<string, Leaf> {
  const label = path.join(' · ') || '내용';
  const leaf = (text: string) => new Map([[label, { label, text }]]);
  if (Array.isArray(value)) {
    if (!value.some((element) => typeof element === 'object' && element !== null)) return leaf(textOfList(name, value));
    return join(value.map((element, at) => leavesOf(element, name, [...path, keyOfElement(element, at)])));
  }
  if (isRecord(value)) {
    return join(shownEntries(value).map(([key, inner]) => leavesOf(inner, key, [...path, auditFieldLabel(key)])));
  }
  return leaf(textOfLeaf(name, value));
}

function join(parts: readonly Map<string, Leaf>[]): Map<string, Leaf> {
  return new Map(parts.flatMap((part) => [...part]));
}

/**
 * The differences between before and after as texts; the recorded values if only one of them
 * exists.
 */
export function auditChanges({ before, after }: { before?: unknown; after?: unknown }): AuditChange[] {
  const was = before === null || before === undefined ? new Map<string, Leaf>() : leavesOf(before);
  const is = after === null || after === undefined ? new Map<string, Leaf>() : leavesOf(after);
  const keys = [...new Set([...was.keys(), ...is.keys()])];
  return keys
    .map((label) => ({ label, before: was.get(label)?.text, after: is.get(label)?.text }))
    .filter((change) => change.before !== change.after);
}

const LEAD = 40;
const MOST_SHOWN = 600;

function clip(text: string, from: number): string {
  const start = Math.max(0, from - LEAD);
  const end = start + MOST_SHOWN;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

/** Of a long text the part around the first difference. */
export function clipChange({ label, before, after }: AuditChange): AuditChange {
  if ((before?.length ?? 0) <= MOST_SHOWN && (after?.length ?? 0) <= MOST_SHOWN) return { label, before, after };
  let same = 0;
  if (before !== undefined && after !== undefined) {
    while (same < before.length && before[same] === after[same]) same += 1;
  }
  return {
    label,
    before: before === undefined ? undefined : clip(before, same),
    after: after === undefined ? undefined : clip(after, same),
  };
}

/** A summary of the first change, for a list. */
export function summariseChanges(changes: readonly AuditChange[]): string {
  const [first, ...others] = changes;
  if (!first) return '없음';
  const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
  const { before, after } = first;
  const values = [before, after].flatMap((text) => (text === undefined ? [] : [short(text)])).join(' → ');
  const more = others.length > 0 ? ` 외 ${others.length}개` : '';
  return `${first.label}: ${values}${more}`;
}
