/** A span as a collector reads it; ids in hexadecimal, times in nanoseconds since 1970. */
export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  /** Empty for a root span. */
  parentId: string;
  name: string;
  /** 1 internal, 2 server, 3 client. */
  kind: number;
  attributes: Record<string, string | number | boolean>;
  hasFailed: boolean;
  startedAt: bigint;
  endedAt: bigint;
  service: string;
};

const STATUS_ERROR = 2n;

/** One field of a message: number and value by wire type. */
type Field = { id: number; number: bigint; bytes: Buffer };

const NOTHING = Buffer.alloc(0);

function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number) => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const key = Number(varint());
    const id = key >> 3;
    const type = key & 7;
    if (type === 0) yield { id, number: varint(), bytes: NOTHING };
    else if (type === 1) yield { id, number: 0n, bytes: take(8) };
    else if (type === 2) yield { id, number: 0n, bytes: take(Number(varint())) };
    else if (type === 5) yield { id, number: 0n, bytes: take(4) };
    else throw new Error(`wire type ${type} is not used by OTLP`);
  }
}

/** Finds the fields with this number. */
function all(message: Buffer, id: number): Field[] {
  return [...fieldsOf(message)].filter((field) => field.id === id);
}

function one(message: Buffer, id: number): Field {
  return all(message, id)[0] ?? { id, number: 0n, bytes: NOTHING };
}

function attributeValue(anyValue: Buffer): string | number | boolean {
  for (const { id, number, bytes } of fieldsOf(anyValue)) {
    if (id === 1) return bytes.toString();
    if (id === 2) return number === 1n;
    if (id === 3) return Number(number);
    if (id === 4) return bytes.readDoubleLE();
  }
  return '';
}

function attributesOf(fields: Field[]): ReceivedSpan['attributes'] {
  return Object.fromEntries(
    fields.map(({ bytes }) => [one(bytes, 1).bytes.toString(), attributeValue(one(bytes, 2).bytes)]),
  );
}

function spanOf(span: Buffer, service: string): ReceivedSpan {
  return {
    traceId: one(span, 1).bytes.toString('hex'),
    spanId: one(span, 2).bytes.toString('hex'),
    parentId: one(span, 4).bytes.toString('hex'),
    name: one(span, 5).bytes.toString(),
    kind: Number(one(span, 6).number),
    attributes: attributesOf(all(span, 9)),
    hasFailed: one(one(span, 15).bytes, 3).number === STATUS_ERROR,
    startedAt: one(span, 7).bytes.readBigUInt64LE(),
    endedAt: one(span, 8).bytes.readBigUInt64LE(),
    service,
  };
}

/**
 * Decodes the spans of an `ExportTraceServiceRequest` (opentelemetry-proto, trace/v1) for tests.
 */
export function decodeTraces(request: Buffer): ReceivedSpan[] {
  return all(request, 1).flatMap(({ bytes: resourceSpans }) => {
    const resource = attributesOf(all(one(resourceSpans, 1).bytes, 1));
    const scopes = all(resourceSpans, 2);
    const spans = scopes.flatMap(({ bytes }) => all(bytes, 2));
    return spans.map(({ bytes }) => spanOf(bytes, String(resource['service.name'])));
  });
}
