import { createComparison } from './compare-schemas.ts';
import type { Components, Schema } from './shapes.ts';

type Content = Readonly<Record<string, { schema?: Schema }>>;
type Reference = { $ref?: string };
type Parameter = Reference & { name?: string; in?: string; required?: boolean; schema?: Schema };
type Response = Reference & { headers?: Readonly<Record<string, unknown>>; content?: Content };
export type Operation = {
  parameters?: readonly Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Readonly<Record<string, Response>>;
  security?: readonly Readonly<Record<string, unknown>>[];
};

/** The part of an OpenAPI document that is compared. */
export type ApiDocument = {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Components; parameters?: Readonly<Record<string, Parameter>> };
};

/** Statuses whose answers belong to one call. */
export const SUCCESS = /^[23]/;

function parametersOf({ parameters = [] }: Operation, { components }: ApiDocument): Map<string, Parameter> {
  const resolved = parameters.map((parameter) => {
    const name = parameter.$ref?.replace('#/components/parameters/', '');
    return name === undefined ? parameter : (components.parameters?.[name] ?? parameter);
  });
  return new Map(resolved.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
}

/** Whether each way that sufficed for the old call suffices for the new one. */
function needsMore(was: Operation, is: Operation): boolean {
  const [before, after] = [was, is].map(({ security }) =>
    (security?.length ? security : [{}]).map((schemes) => Object.keys(schemes)),
  );
  return !before?.every((had) => after?.some((needed) => needed.every((scheme) => had.includes(scheme))));
}

/**
 * Lists what breaks a page or a program of the previous release when the new server answers it: a
 * call, a field or an accepted input that is gone, an input newly required, a value that no answer
 * had before. What is only added is no break. Sorted, each once.
 */
export function findBreaks(was: ApiDocument, is: ApiDocument): string[] {
  const [before, after] = [was.components.schemas, is.components.schemas];
  const compareAnswer = createComparison('answer', { source: after, target: before });
  const compareInput = createComparison('input', { source: before, target: after });

  function compareParameters(old: Operation, current: Operation, at: string): string[] {
    const [had, has] = [parametersOf(old, was), parametersOf(current, is)];
    const added = [...has].filter(([key, { required }]) => required && !had.get(key)?.required);
    const found = added.map(([key]) => `${at} ${key}: an input is newly required`);
    for (const [key, { schema = {} }] of had) {
      const now = has.get(key);
      if (now) found.push(...compareInput(schema, now.schema ?? {}, `${at} ${key}`));
      else found.push(`${at} ${key}: an input is no longer read`);
    }
    return found;
  }

  function compareBodies(old: Operation, current: Operation, at: string): string[] {
    const [had, has] = [old.requestBody, current.requestBody];
    const found = has?.required && !had?.required ? [`${at} body: an input is newly required`] : [];
    for (const [type, { schema = {} }] of Object.entries(had?.content ?? {})) {
      const now = has?.content[type];
      if (now) found.push(...compareInput(schema, now.schema ?? {}, `${at} body`));
      else found.push(`${at} body: ${type} is no longer read`);
    }
    return found;
  }

  function compareResponse(old: Response, current: Response, at: string): string[] {
    const headers = Object.keys(old.headers ?? {}).filter((name) => !(name in (current.headers ?? {})));
    const found = headers.map((name) => `${at}: the header ${name} is removed`);
    for (const [type, { schema }] of Object.entries(old.content ?? {})) {
      const now = current.content?.[type];
      if (!now) found.push(`${at}: is no longer ${type}`);
      else if (schema) found.push(...compareAnswer(now.schema ?? {}, schema, at));
    }
    return found;
  }

  /** Errors have one form, which is compared once; a call may have more of them. */
  function compareResponses(old: Operation, current: Operation, at: string): string[] {
    const [had, has] = [old, current].map(({ responses }) => Object.keys(responses).filter((key) => SUCCESS.test(key)));
    const gone = had?.filter((status) => !has?.includes(status)) ?? [];
    const added = has?.filter((status) => !had?.includes(status)) ?? [];
    return [
      ...gone.map((status) => `${at}: no longer answers ${status}`),
      ...added.map((status) => `${at}: may answer ${status}`),
      ...(had ?? []).flatMap((status) => {
        const [before, now] = [old.responses[status], current.responses[status]];
        return before && now ? compareResponse(before, now, `${at} ${status}`) : [];
      }),
    ];
  }

  const found = Object.entries(was.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, old]) => {
      const at = `${method.toUpperCase()} ${path}`;
      const current = is.paths[path]?.[method];
      if (!current) return [`${at}: removed`];
      return [
        ...(needsMore(old, current) ? [`${at}: asks for more access`] : []),
        ...compareParameters(old, current, at),
        ...compareBodies(old, current, at),
        ...compareResponses(old, current, at),
      ];
    }),
  );
  const error = { $ref: '#/components/schemas/ErrorBody' };
  if ('ErrorBody' in before) found.push(...compareAnswer(error, error, 'ErrorBody'));
  return [...new Set(found)].toSorted();
}
