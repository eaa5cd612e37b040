type Components = Record<string, Record<string, unknown>>;
type WithSchemas = { paths: unknown; components: Components };

const SCHEMA_REF = /"#\/components\/schemas\/([^"]+)"/g;

/**
 * Leaves out what says nothing to a reader: the bounds of a safe integer, the pattern of a date
 * that its format names, and that answers have no further fields, since later versions may add
 * some.
 */
function isNoise(owner: object, key: string, value: unknown): boolean {
  if (key === 'minimum' || key === 'maximum') return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
  if (key === 'pattern') return 'format' in owner && /^date(-time)?$/.test(String(owner.format));
  return key === 'additionalProperties' && value === false;
}

/**
 * `anyOf` with null as a list of types, where the other branch has one type and no fixed values;
 * one branch alone as itself.
 */
function joinNull(value: object): object {
  if (!('anyOf' in value) || !Array.isArray(value.anyOf) || Object.keys(value).length > 1) return value;
  const [schema, none, ...others]: { type?: unknown; enum?: unknown; const?: unknown }[] = value.anyOf;
  if (schema && none === undefined) return schema;
  const isPlain = typeof schema?.type === 'string' && !('enum' in schema) && !('const' in schema);
  return isPlain && none?.type === 'null' && others.length === 0 ? { ...schema, type: [schema.type, 'null'] } : value;
}

/** A copy of the document with simpler schemas. */
export function simplifySchemas<T>(written: unknown): T {
  const text = JSON.stringify(written, function (this: object, key: string, value: unknown) {
    return isNoise(this, key, value) ? undefined : value;
  });
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? joinNull(value) : value,
  );
}

/** Names of all schemas that are reached from the paths and responses. */
function reachedSchemas(schemas: Record<string, unknown>, from: unknown): Set<string> {
  const reached = new Set<string>();
  const waiting: unknown[] = [from];
  while (waiting.length > 0) {
    for (const [, name = ''] of JSON.stringify(waiting.pop()).matchAll(SCHEMA_REF)) {
      if (!reached.has(name)) waiting.push(schemas[name]);
      reached.add(name);
    }
  }
  return reached;
}

/**
 * The library makes two schemas of each name, for input and output. Keeps those that are used, and
 * the plain name alone where both are the same or the output is not used.
 */
export function tidySchemas<T extends WithSchemas>(document: T): T {
  const { schemas = {}, ...others } = document.components;
  const reached = reachedSchemas(schemas, [document.paths, others]);
  const shortName = (name: string): string => {
    const plain = name.replace(/Input$/, '');
    if (!(plain in schemas)) return name;
    return !reached.has(plain) || JSON.stringify(schemas[plain]) === JSON.stringify(schemas[name]) ? plain : name;
  };
  const kept = Object.entries(schemas).flatMap(([name, schema]) =>
    reached.has(name) ? [[shortName(name), schema]] : [],
  );
  const components = { ...others, schemas: Object.fromEntries(kept.toSorted()) };
  const text = JSON.stringify({ ...document, components }).replace(
    SCHEMA_REF,
    (_, name: string) => `"#/components/schemas/${shortName(name)}"`,
  );
  return JSON.parse(text);
}
