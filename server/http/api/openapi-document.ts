import { STATUS_CODES } from 'node:http';
import { ERRORS, type ErrorCode } from '#shared/contract/errors.ts';
import { simplifySchemas, tidySchemas } from './openapi-schemas.ts';

type Response = { description?: string; headers?: Record<string, unknown>; content?: unknown };
type Reference = { $ref: string };
type Parameter = { name: string };
type Operation = {
  operationId?: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, Response | Reference>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};

/** What routes say of an operation that the library does not know. */
export type OperationDetails = {
  /** Every error, and those of them that only calls like this one answer. */
  errors: readonly ErrorCode[];
  own: readonly ErrorCode[];
  example: unknown;
};

/** What the library says where a schema has no description of its own. */
const NO_DESCRIPTION = 'Default Response';

const HEADERS = {
  Link: { description: 'The next page of the list: `<…>; rel="next"`.', schema: { type: 'string' } },
  'X-Total-Count': { description: 'Length of the list, or `10000+`.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
};

function headerRefs(...names: (keyof typeof HEADERS)[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The statuses of own errors and 400 stand alone; what any call may answer is the `default`. */
function byStatus(errors: readonly ErrorCode[], own: readonly ErrorCode[]): Map<string, ErrorCode[]> {
  const alone = new Set([400, ...own.map((code) => ERRORS[code].status)]);
  return Map.groupBy(errors, (code) => (alone.has(ERRORS[code].status) ? String(ERRORS[code].status) : 'default'));
}

/** A response that carries one of the codes; `ErrorCode` has the sentence of each. */
function errorResponse(status: string, codes: readonly ErrorCode[]): Response {
  const canWait = codes.some((code) => ERRORS[code].status === 429 || ERRORS[code].status === 503);
  return {
    description: STATUS_CODES[status] ?? 'What any call of this kind may answer',
    ...(canWait && { headers: headerRefs('Retry-After') }),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/ErrorBody' }], properties: { code: { enum: codes } } },
      },
    },
  };
}

const text = { type: 'string' };

/** The body of every error. A call may add fields of its own: the contract names them. */
const ERROR_BODY = {
  type: 'object',
  properties: {
    error: { type: 'string', description: 'A sentence for people.' },
    message: { type: 'string', description: 'The same, where the contract asks for it.' },
    code: { $ref: '#/components/schemas/ErrorCode' },
    details: {
      type: 'array',
      description: 'Each offending field.',
      items: { type: 'object', properties: { path: text, message: text }, required: ['path', 'message'] },
    },
  },
  required: ['error', 'code'],
};

/** Every code with its status and the sentence that people read. */
const ERROR_CODE = {
  type: 'string',
  enum: Object.keys(ERRORS),
  description: Object.entries(ERRORS)
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, message }]) => `- ${status} \`${code}\`: ${message}`)
    .join('\n'),
};

/** A component with its name, and what puts it, or a reference to it, into its operation. */
type Use<Component> = { name: string; component: Component; put: (component: Component | Reference) => void };

/**
 * Puts what is used once in its place, and the rest as references to the components that it
 * returns. The first with a name has the name alone, the next ones a number after it: `Conflict`,
 * `Conflict2`.
 */
function share<Component>(
  kind: 'responses' | 'parameters',
  uses: readonly Use<Component>[],
): Record<string, Component> {
  const components: Record<string, Component> = {};
  const taken = new Map<string, number>();
  for (const same of Map.groupBy(uses, ({ name, component }) => `${name} ${JSON.stringify(component)}`).values()) {
    const [first, ...others] = same;
    if (!first) continue;
    const { name, component, put } = first;
    if (others.length === 0) {
      put(component);
      continue;
    }
    const number = (taken.get(name) ?? 0) + 1;
    taken.set(name, number);
    const unique = number === 1 ? name : `${name}${number}`;
    components[unique] = component;
    for (const use of same) use.put({ $ref: `#/components/${kind}/${unique}` });
  }
  return components;
}

/** `BadRequest` for 400, `Error` for the default. */
function responseName(status: string): string {
  return (STATUS_CODES[status] ?? 'Error').replaceAll(/[^A-Za-z]/g, '');
}

/** Completes the answers of an operation; returns its errors. */
function finishResponses(operation: Operation, { errors = [], own = [] }: Partial<OperationDetails>): Use<Response>[] {
  const isPaged = operation.parameters?.some((parameter) => 'name' in parameter && parameter.name === 'cursor');
  for (const [status, response] of Object.entries(operation.responses)) {
    if ('$ref' in response) continue;
    if (response.description === NO_DESCRIPTION) response.description = STATUS_CODES[status] ?? status;
    if (isPaged) response.headers = headerRefs('Link', 'X-Total-Count');
  }
  return [...byStatus(errors, own)].map(([status, codes]) => ({
    name: responseName(status),
    component: errorResponse(status, codes),
    put(response) {
      operation.responses[status] = response;
    },
  }));
}

function parametersOf({ parameters = [] }: Operation): Use<Parameter>[] {
  return parameters.flatMap((parameter, at) => {
    if ('$ref' in parameter) return [];
    const put = (component: Parameter | Reference) => {
      parameters[at] = component;
    };
    return [{ name: parameter.name, component: parameter, put }];
  });
}

/**
 * Completes what the library wrote: the errors and the example of each operation, descriptions of
 * the answers, the headers of paged lists, and each shared schema, parameter and error response
 * once.
 */
export function finishDocument<T>(written: T, details: ReadonlyMap<string, OperationDetails>): T {
  const document: T & Document = simplifySchemas(written);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const responses: Use<Response>[] = [];
  for (const operation of operations) {
    const own = details.get(operation.operationId ?? '');
    const [body] = Object.values(operation.requestBody?.content ?? {});
    if (body && own?.example !== undefined) body.example = own.example;
    responses.push(...finishResponses(operation, own ?? {}));
  }
  const { paths, components } = document;
  return {
    ...document,
    ...tidySchemas({
      paths,
      components: {
        ...components,
        headers: HEADERS,
        parameters: share('parameters', operations.flatMap(parametersOf)),
        responses: share('responses', responses),
        schemas: { ...components.schemas, ErrorBody: ERROR_BODY, ErrorCode: ERROR_CODE },
      },
    }),
  };
}
