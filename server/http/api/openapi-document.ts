import { STATUS_CODES } from 'node:http';
import { ERRORS, type ErrorCode } from '#shared/contract/errors.ts';

type Response = { description?: string; headers?: Record<string, unknown>; content?: unknown };
type Operation = {
  operationId?: string;
  parameters?: { name: string }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, Response | { $ref: string }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};

/** Properties of an operation that the library does not support. */
export type OperationDetails = { errors: readonly ErrorCode[]; example: unknown };

/** The library's placeholder for a response without a description. */
const NO_DESCRIPTION = 'Default Response';
const SCHEMA_REF = /"#\/components\/schemas\/([^"]+)"/g;

const HEADERS = {
  Link: { description: 'The next page of the list: `<…>; rel="next"`.', schema: { type: 'string' } },
  'X-Total-Count': { description: 'Length of the list, or `10000+`.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
};

function headerRefs(...names: (keyof typeof HEADERS)[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Groups the codes by status. */
function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  return Map.groupBy(codes, (code) => ERRORS[code].status);
}

/** Builds a response with one of the codes, each with its Korean message. */
function errorResponse(status: number, codes: readonly ErrorCode[]): Response {
  const [first = 'INTERNAL'] = codes;
  return {
    description: codes.map((code) => `- \`${code}\`: ${ERRORS[code].message}`).join('\n'),
    ...([429, 503].includes(status) && { headers: headerRefs('Retry-After') }),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/ErrorBody' }],
          properties: { code: { enum: codes } },
        },
        example: { error: ERRORS[first].message, code: first },
      },
    },
  };
}

/** Collects the names of all schemas reachable from the paths and responses. */
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
 * Removes unused schemas. The library creates an input and an output schema per name; keeps only
 * the plain name when both are equal or the output is unused.
 */
function tidySchemas({ paths, components }: Document): Document {
  const { schemas = {}, responses } = components;
  const reached = reachedSchemas(schemas, [paths, responses]);
  const shortName = (name: string): string => {
    const plain = name.replace(/Input$/, '');
    if (!(plain in schemas)) return name;
    return !reached.has(plain) || JSON.stringify(schemas[plain]) === JSON.stringify(schemas[name]) ? plain : name;
  };
  const kept = Object.entries(schemas).flatMap(([name, schema]) =>
    reached.has(name) ? [[shortName(name), schema]] : [],
  );
  const tidied = { paths, components: { ...components, schemas: Object.fromEntries(kept.toSorted()) } };
  const text = JSON.stringify(tidied).replace(
    SCHEMA_REF,
    (_, name: string) => `"#/components/schemas/${shortName(name)}"`,
  );
  return JSON.parse(text);
}

/**
 * Completes the library's document: errors and example of each operation, descriptions of the
 * responses, headers of paged lists, and each shared schema once.
 */
export function finishDocument<T>(written: T, details: ReadonlyMap<string, OperationDetails>): T {
  const document: T & Document = JSON.parse(JSON.stringify(written));
  const responses: Record<string, Response> = {};
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const { errors = [], example }: Partial<OperationDetails> = details.get(operation.operationId ?? '') ?? {};
    const [body] = Object.values(operation.requestBody?.content ?? {});
    if (body && example !== undefined) body.example = example;
    const isPaged = operation.parameters?.some(({ name }) => name === 'cursor');
    for (const [status, response] of Object.entries(operation.responses)) {
      if ('$ref' in response) continue;
      if (response.description === NO_DESCRIPTION) response.description = STATUS_CODES[status] ?? status;
      if (isPaged) response.headers = headerRefs('Link', 'X-Total-Count');
    }
    for (const [status, codes] of byStatus(errors)) {
      const name = codes.join('.');
      responses[name] ??= errorResponse(status, codes);
      operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  const { paths, components } = document;
  return { ...document, ...tidySchemas({ paths, components: { ...components, headers: HEADERS, responses } }) };
}
