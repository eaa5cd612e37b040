import { type Bound, type Components, type Schema, type Shape, shapesOf } from './shapes.ts';

/** Who reads: an old page reads the new answers, the new server reads the inputs of old pages. */
export type Direction = 'answer' | 'input';

/**
 * Schemas whose new values are no break: pages show the sentence of an error that they do not know.
 */
const OPEN = new Set(['ErrorCode']);

const show = (value: unknown): string => JSON.stringify(value);

/**
 * Lists why a value that is written by `source` may not be understood by `target`. An answer is
 * written by the new schema for the old one, an input by the old schema for the new one.
 */
export function createComparison(direction: Direction, components: { source: Components; target: Components }) {
  const isAnswer = direction === 'answer';
  const known = new Map<string, readonly string[]>();
  const finding = (at: string, ofAnswer: string, ofInput: string) => `${at}: ${isAnswer ? ofAnswer : ofInput}`;

  function compareValues(source: Shape, target: Shape, at: string): string[] {
    if (!target.values || OPEN.has(target.name ?? '')) return [];
    if (!source.values)
      return [finding(at, 'an answer may have any value', `only ${show(target.values)} are accepted`)];
    return source.values
      .filter((value) => !target.values?.includes(value))
      .map((value) => finding(at, `an answer may be ${show(value)}`, `${show(value)} is no longer accepted`));
  }

  function compareTexts(source: Shape, target: Shape, at: string): string[] {
    const formats = target.formats.filter((format) => !source.formats.includes(format));
    const patterns = isAnswer ? [] : target.patterns.filter((pattern) => !source.patterns.includes(pattern));
    return [
      ...formats.map((format) => finding(at, `an answer is no longer a ${format}`, `has to be a ${format}`)),
      ...patterns.map((pattern) => `${at}: an input has to match ${pattern}`),
    ];
  }

  /** Pages do not depend on the bounds of what they show. */
  function compareBounds(source: Shape, target: Shape, at: string): string[] {
    if (isAnswer) return [];
    const keys = Object.keys(target.bounds) as Bound[];
    return keys.flatMap((key) => {
      const [was, is] = [source.bounds[key], target.bounds[key]];
      if (is === undefined) return [];
      const isWithin = was !== undefined && (/min/i.test(key) ? was >= is : was <= is);
      return isWithin ? [] : [`${at}: ${key} of an input is ${is}, was ${was ?? 'not set'}`];
    });
  }

  function compareProperties(source: Shape, target: Shape, at: string): string[] {
    const required = target.required.filter((name) => !source.required.includes(name));
    const missing = required.filter((name) => !isAnswer || name in source.properties);
    const found = missing.map((name) =>
      finding(`${at}.${name}`, 'an answer may be without it', 'an input is newly required'),
    );
    // A field that only the answer has is ignored by the page; one that only the input has is lost.
    for (const [name, schema] of Object.entries(isAnswer ? target.properties : source.properties)) {
      const other = isAnswer ? source.properties[name] : target.properties[name];
      const [from, to] = isAnswer ? [other, schema] : [schema, other ?? target.entries];
      if (from && to) found.push(...compare(from, to, `${at}.${name}`));
      else found.push(finding(`${at}.${name}`, 'removed from an answer', 'an input is no longer read'));
    }
    return found;
  }

  function compareContents(source: Shape, target: Shape, at: string): string[] {
    const parts = [
      [source.entries, target.entries, `${at}.*`],
      [source.items, target.items, `${at}[]`],
    ] as const;
    return parts.flatMap(([from, to, where]) => {
      if (from && to) return compare(from, to, where);
      return to && source.type === target.type && !Object.keys(source.properties).length
        ? [finding(where, 'an answer may have any value', 'not everything is accepted any longer')]
        : [];
    });
  }

  function compareShapes(source: Shape, target: Shape, at: string): readonly string[] {
    const isOfType =
      target.type === undefined ||
      source.type === target.type ||
      (source.type === 'integer' && target.type === 'number');
    if (!isOfType) {
      const type = source.type ?? 'of any type';
      return [finding(at, `an answer may be ${type}`, `${type} is no longer accepted`)];
    }
    // A shared schema is compared once, under its own name.
    const name = source.name !== undefined && target.name !== undefined ? (isAnswer ? target : source).name : undefined;
    const where = name ?? at;
    const key = `${source.name} ${target.name} ${source.type}`;
    const before = name === undefined ? undefined : known.get(key);
    if (before) return before;
    if (name !== undefined) known.set(key, []);
    const found = [compareValues, compareTexts, compareBounds, compareProperties, compareContents].flatMap((part) =>
      part(source, target, where),
    );
    if (name !== undefined) known.set(key, found);
    return found;
  }

  /** Compares each shape of the source with the shape of the target that is nearest to it. */
  function compare(from: Schema, to: Schema, at: string): string[] {
    const targets = shapesOf(to, components.target);
    return shapesOf(from, components.source).flatMap((source) => {
      const sameType = targets.filter(({ type }) => type === undefined || type === source.type);
      const candidates = (sameType.length > 0 ? sameType : targets).map((target) => compareShapes(source, target, at));
      const [nearest = []] = candidates.toSorted((a, b) => a.length - b.length);
      return [...nearest];
    });
  }

  return compare;
}
