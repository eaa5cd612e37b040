import fc from 'fast-check';
import type { Operation, Schema } from './openapi.ts';

/** A request without its sender; `undefined` for no body. */
export type HostileRequest = { url: string; contentType: string | undefined; body: string | Buffer | undefined };

const BEYOND_NUMBERS = '@1e400@';
const DEPTH = 20_000;
const MEGABYTE = 1024 * 1024;

const NASTY_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u202e\u0007\u001b[31m',
  '\ufeff',
  "'; drop table orders; --",
  '%_\\',
  '$1',
  '{}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '..',
  '.',
  '𝒳🙂'.repeat(60),
  'x'.repeat(100_000),
  '-1',
  '0',
  '00',
  '1e3',
  '2147483648',
  '9'.repeat(30),
  'NaN',
  '__proto__',
  'constructor',
  'toString',
  '2026-02-30',
  '9999-99-99',
  '0001-01-01',
] as const;

const nastyText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    1.5,
    2_147_483_647,
    2_147_483_648,
    Number.MAX_SAFE_INTEGER,
    1e300,
    BEYOND_NUMBERS,
    [],
    [[[[]]]],
    [null],
    ['x'],
    {},
    { $ne: null },
    { toString: 'x', constructor: { prototype: {} } },
    { length: 1e9 },
    Array.from({ length: 5000 }, (_, index) => index),
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Ids of existing rows, small ones, and arbitrary ones. */
function idNumber(ids: readonly number[]): fc.Arbitrary<number> {
  return fc.oneof(fc.constantFrom(...ids), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 2_147_483_647 }));
}

function textOf({ pattern, format, allOf, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.constantFrom('2026-11-21T03:00:00Z', '2025-01-01T00:00:00.000Z');
  // Both patterns together match a calendar day.
  if (allOf) return fc.constantFrom('2026-11-21', '2025-01-01', '1999-12-31');
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  const longest = Math.max(minLength, Math.min(maxLength, 40));
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: longest }),
    fc.constantFrom('01012345678', 'buyer@example.com', 'secret-9-Xy', '기본').map((text) => text.slice(0, maxLength)),
  );
}

/** Generates values for a schema; refinements may still refuse them. */
export function fromSchema(schema: Schema, name: string, ids: readonly number[]): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fromSchema(choice, name, ids)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => fromSchema({ ...schema, type }, name, ids)));
  }
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number': {
      if (/(^|_)ids?$/.test(name)) return idNumber(ids);
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, -1e9),
        max: Math.min(schema.maximum ?? 1e9, 2_147_483_647),
      });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, name, ids), { maxLength: Math.min(schema.maxItems ?? 5, 5) });
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([field, inner]) => [field, fromSchema(inner, field, ids)] as const,
      );
      const required = (schema.required ?? []).filter((field) => fields.some(([each]) => each === field));
      return fc.record(Object.fromEntries(fields), { requiredKeys: required });
    }
    default:
      return nastyText;
  }
}

type Json = { [key: string]: unknown } | unknown[];

function isTree(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

/** Replaces a value within the tree; `null` as the last step removes the key. */
function spoiled(tree: unknown, steps: readonly number[], value: unknown, isTakenOut: boolean): unknown {
  if (!isTree(tree)) return value;
  const copy: Json = Array.isArray(tree) ? [...tree] : { ...tree };
  const keys = Object.keys(copy);
  const key = keys[(steps[0] ?? 0) % Math.max(1, keys.length)];
  if (key === undefined) return value;
  const rest = steps.slice(1);
  const inner = Reflect.get(copy, key);
  if (rest.length > 0 && isTree(inner)) Reflect.set(copy, key, spoiled(inner, rest, value, isTakenOut));
  else if (isTakenOut) Reflect.deleteProperty(copy, key);
  else Reflect.set(copy, key, value);
  return copy;
}

function write(value: unknown): string {
  return JSON.stringify(value).replaceAll(`"${BEYOND_NUMBERS}"`, '1e400');
}

/** Invalid JSON, and JSON known to break parsers. */
function brokenText(text: string): fc.Arbitrary<string | Buffer> {
  const inside = text.startsWith('{') && text !== '{}' ? text.slice(1, -1) : '"a":1';
  return fc.constantFrom<string | Buffer>(
    '',
    ' ',
    'null',
    '1',
    '"x"',
    '[]',
    '{}',
    `\ufeff${text}`,
    text.slice(0, -1),
    text.slice(0, Math.floor(text.length / 2)),
    `${text}${text}`,
    `{${inside},${inside}}`,
    `{${inside},"__proto__":{"polluted":true}}`,
    `{${inside},"constructor":{"prototype":{"polluted":true}}}`,
    `{${inside},"extra":"${'y'.repeat(1000)}"}`,
    '['.repeat(DEPTH) + ']'.repeat(DEPTH),
    `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`,
    `{"a":"${'x'.repeat(MEGABYTE)}"}`,
    `{${inside},"b":"${'x'.repeat(MEGABYTE / 2)}"}`,
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.from([0x00]),
  );
}

const JSON_TYPE = 'application/json';
const ODD_TYPES = [
  'text/plain',
  'text/html',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json;;=',
  'application/jsonx',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'x',
  '/',
  '*/*',
] as const;

const FILE_FORM =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
const nastyForm = fc.constantFrom<string | Buffer>(
  '--x--\r\n',
  FILE_FORM,
  `${FILE_FORM}no picture\r\n--x--\r\n`,
  `${FILE_FORM}\r\n--x`,
  `--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n`,
  `--x\r\nContent-Disposition: form-data; name="file"\r\n\r\ntext\r\n--x--\r\n`,
  '\r\n'.repeat(1000),
  Buffer.alloc(2000, 0xff),
);

type Sent = Pick<HostileRequest, 'contentType' | 'body'>;

function bodyArbitrary(schema: Schema | undefined, ids: readonly number[]): fc.Arbitrary<Sent> {
  const asJson = (body: string | Buffer): Sent => ({ contentType: JSON_TYPE, body });
  const valid = schema ? fromSchema(schema, '', ids) : nastyValue;
  const oneWrong = fc
    .tuple(valid, fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }), nastyValue, fc.boolean())
    .map(([value, steps, nasty, isTakenOut]) => asJson(write(spoiled(value, steps, nasty, isTakenOut))));
  return fc.oneof(
    { weight: 3, arbitrary: valid.map((value) => asJson(write(value))) },
    { weight: 6, arbitrary: oneWrong },
    { weight: 1, arbitrary: nastyValue.map((value) => asJson(write(value))) },
    { weight: 3, arbitrary: valid.chain((value) => brokenText(write(value))).map(asJson) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...ODD_TYPES), valid).map(([contentType, value]) => ({
        contentType,
        body: write(value),
      })),
    },
    {
      weight: 1,
      arbitrary: nastyForm.map((body) => ({ contentType: 'multipart/form-data; boundary=x', body })),
    },
    { weight: 1, arbitrary: fc.constantFrom<Sent>({ contentType: undefined, body: undefined }, asJson('')) },
  );
}

const MALFORMED = ['%', '%zz', '%c0%af', '%ff', '%E0%A4%A', '..%2f..%2fetc', '%00', '1;2', '1,2'] as const;

function escaped(text: string): string {
  return encodeURIComponent(text.slice(0, 4000).toWellFormed());
}

/**
 * Generates a path segment. Dots alone or an empty one would change the path before it is sent; so
 * would one longer than the router's limit.
 */
function pathPart(text: string): string {
  return escaped(/^\.{0,2}$/.test(text) ? `${text}%` : text.slice(0, 100));
}

function pathText(schema: Schema, ids: readonly number[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 5, arbitrary: idNumber(ids).map(String) },
    { weight: 2, arbitrary: fromSchema(schema, '', ids).map((value) => pathPart(String(value))) },
    { weight: 2, arbitrary: nastyText.map(pathPart) },
    { weight: 1, arbitrary: fc.constantFrom(...MALFORMED) },
  );
}

const ODD_QUERIES = ['__proto__=x', 'a[b]=c', '=', '&&&', '%', '%zz=%', 'q=%00', 'constructor=1', 'limit=1&limit=2'];

function queryArbitrary({ parameters }: Operation, ids: readonly number[]): fc.Arbitrary<string> {
  const named = parameters.filter((parameter) => parameter.in === 'query');
  const pairs = named.map(({ name, schema }) => {
    const value = fc.oneof(fromSchema(schema, name, ids).map(String), nastyText);
    const pair = value.map((text) => `${escaped(name)}=${escaped(text)}`);
    return fc.oneof(
      pair,
      fc.tuple(pair, pair).map(([first, second]) => `${first}&${second}`),
      fc.constant(''),
    );
  });
  const odd = fc.constantFrom('', '', '', ...ODD_QUERIES);
  return fc.tuple(odd, ...pairs).map((parts) => parts.filter(Boolean).join('&'));
}

/** Generates mostly invalid and some valid requests to a call; `ids` are of existing rows. */
export function hostileRequest(operation: Operation, ids: readonly number[]): fc.Arbitrary<HostileRequest> {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const path = fc
    .tuple(...inPath.map(({ schema }) => pathText(schema, ids)))
    .map((texts) =>
      inPath.reduce((url, { name }, at) => url.replace(`{${name}}`, () => texts[at] ?? ''), operation.path),
    );
  const sent: fc.Arbitrary<Sent> =
    operation.method === 'GET'
      ? fc.constant({ contentType: undefined, body: undefined })
      : bodyArbitrary(operation.body, ids);
  return fc
    .tuple(path, queryArbitrary(operation, ids), sent)
    .map(([pathname, query, rest]) => ({ url: query === '' ? pathname : `${pathname}?${query}`, ...rest }));
}
