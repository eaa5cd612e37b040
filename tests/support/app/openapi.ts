import type { Client } from './client.ts';

type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** The subset of JSON Schema that the document uses. */
export type Schema = {
  type?: SchemaType | readonly SchemaType[];
  enum?: readonly unknown[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
};

type Parameter = { name: string; in: 'path' | 'query'; schema: Schema };
type Described = {
  parameters?: readonly Parameter[];
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
};
type Method = Parameters<Client['call']>[0];

/** One operation of the document. */
export type Operation = {
  method: Method;
  /** Such as `/api/orders/{id}`. */
  path: string;
  parameters: readonly Parameter[];
  /** Schema of the body; undefined without a JSON body, also for forms with files. */
  body: Schema | undefined;
};

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** As in `#/components/schemas/Soldier`. */
const REFERENCE = /^#\/components\/schemas\/(.+)$/;

type Document = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, unknown> };
};

/** Resolves all references to schemas. */
function resolveRefs(text: string): Document {
  const { components }: Document = JSON.parse(text);
  const resolve = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
    const [, name = ''] = REFERENCE.exec(String(value.$ref)) ?? [];
    return JSON.parse(JSON.stringify(components.schemas[name]), resolve);
  };
  return JSON.parse(text, resolve);
}

/** Reads every operation of `/api/openapi.json`. */
export async function readOperations(client: Client): Promise<Operation[]> {
  const response = await client.get('/api/openapi.json');
  const { paths } = resolveRefs(response.body);
  return Object.entries(paths).flatMap(([path, described]) =>
    METHODS.flatMap((method) => {
      const operation = described[method.toLowerCase()];
      if (!operation) return [];
      const { parameters = [], requestBody } = operation;
      return [{ method, path, parameters, body: requestBody?.content['application/json']?.schema }];
    }),
  );
}
