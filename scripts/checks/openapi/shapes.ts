const BOUNDS = [
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
] as const;
export type Bound = (typeof BOUNDS)[number];

/** The keywords of JSON Schema that the API's document uses. */
export type Schema = Partial<Record<Bound, number>> & {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema;
  propertyNames?: Schema;
  items?: Schema;
  format?: string;
  pattern?: string;
};

/** A schema without alternatives and references: one type of value, with all that limits it. */
export type Shape = {
  /** Name of the shared schema, if the shape is nothing else. */
  name?: string;
  /** Undefined means any type. */
  type: string | undefined;
  /** Undefined means any value of the type. */
  values: readonly unknown[] | undefined;
  formats: readonly string[];
  patterns: readonly string[];
  bounds: Partial<Record<Bound, number | undefined>>;
  properties: Readonly<Record<string, Schema>>;
  required: readonly string[];
  /** Values of a record whose keys are not listed. */
  entries: Schema | undefined;
  items: Schema | undefined;
};

export type Components = Readonly<Record<string, Schema>>;

const ANY: Shape = {
  type: undefined,
  values: undefined,
  formats: [],
  patterns: [],
  bounds: {},
  properties: {},
  required: [],
  entries: undefined,
  items: undefined,
};
/**
 * Keywords that limit the value here, those that refer to other schemas, and those that limit
 * nothing.
 */
const LIMITS = ['type', 'enum', 'const', 'properties', 'required', 'additionalProperties', 'propertyNames', 'items'];
const OWN = new Set<string>([...LIMITS, 'format', 'pattern', ...BOUNDS]);
const OTHERS = new Set(['$ref', 'anyOf', 'oneOf', 'allOf', 'description', 'title', 'example', 'default', 'deprecated']);

/** Both schemas have to hold. */
function both(a: Schema | undefined, b: Schema | undefined): Schema | undefined {
  return a && b ? { allOf: [a, b] } : (a ?? b);
}

function tighter(key: Bound, a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return /min/i.test(key) ? Math.max(a, b) : Math.min(a, b);
}

/** Returns the type of a value that fits both; null when none does. */
function commonType(a: string | undefined, b: string | undefined): string | null | undefined {
  if (a === undefined || b === undefined || a === b) return a ?? b;
  const types = new Set([a, b]);
  return types.has('integer') && types.has('number') ? 'integer' : null;
}

function intersect(a: Shape, b: Shape): Shape[] {
  if (a === ANY) return [b];
  if (b === ANY) return [a];
  const type = commonType(a.type, b.type);
  if (type === null) return [];
  const names = new Set([...Object.keys(a.properties), ...Object.keys(b.properties)]);
  return [
    {
      type,
      values: a.values && b.values ? a.values.filter((value) => b.values?.includes(value)) : (a.values ?? b.values),
      formats: [...a.formats, ...b.formats],
      patterns: [...a.patterns, ...b.patterns],
      bounds: Object.fromEntries(BOUNDS.map((key) => [key, tighter(key, a.bounds[key], b.bounds[key])])),
      properties: Object.fromEntries(
        [...names].map((name) => [name, both(a.properties[name], b.properties[name]) ?? {}]),
      ),
      required: [...a.required, ...b.required],
      entries: both(a.entries, b.entries),
      items: both(a.items, b.items),
    },
  ];
}

/** The properties of a schema; a record with listed keys has one for each key. */
function propertiesOf({
  properties,
  propertyNames,
  additionalProperties,
}: Schema): Pick<Shape, 'properties' | 'entries'> {
  const names = propertyNames?.enum?.map(String);
  if (!names || !additionalProperties) return { properties: properties ?? {}, entries: additionalProperties };
  return { properties: Object.fromEntries(names.map((name) => [name, additionalProperties])), entries: undefined };
}

/** What the schema itself says, apart from its references and alternatives. */
function ownShapes(schema: Schema): Shape[] {
  const limits = Object.keys(schema).filter((key) => !OTHERS.has(key));
  const unknown = limits.find((key) => !OWN.has(key));
  if (unknown !== undefined) throw new Error(`the comparison does not know the keyword ${unknown}`);
  if (limits.length === 0) return [ANY];
  const values = 'const' in schema ? [schema.const] : schema.enum;
  const own: Omit<Shape, 'type'> = {
    values,
    formats: schema.format === undefined ? [] : [schema.format],
    patterns: schema.pattern === undefined ? [] : [schema.pattern],
    bounds: Object.fromEntries(BOUNDS.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]]))),
    required: schema.required ?? [],
    items: schema.items,
    ...propertiesOf(schema),
  };
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [undefined]);
  // Null has no fields, and no length.
  return types.map((type) => (type === 'null' ? { ...ANY, type, values } : { ...own, type }));
}

const REFERENCE = /^#\/components\/schemas\/(.+)$/;

/** Lists the shapes that a value of the schema can have. */
export function shapesOf(schema: Schema, components: Components): Shape[] {
  const parts: Shape[][] = [ownShapes(schema)];
  if (schema.$ref !== undefined) {
    const name = REFERENCE.exec(schema.$ref)?.[1] ?? '';
    const named = components[name];
    if (!named) throw new Error(`no schema for ${schema.$ref}`);
    parts.push(shapesOf(named, components).map((shape) => ({ ...shape, name })));
  }
  for (const member of schema.allOf ?? []) parts.push(shapesOf(member, components));
  for (const alternatives of [schema.anyOf, schema.oneOf]) {
    if (alternatives) parts.push(alternatives.flatMap((one) => shapesOf(one, components)));
  }
  return parts.reduce((found, part) => found.flatMap((a) => part.flatMap((b) => intersect(a, b))));
}
