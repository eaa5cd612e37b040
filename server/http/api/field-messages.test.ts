import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SCHEMA_MODULES } from '#server/registry/features.ts';
import { fieldMessage } from '#shared/contract/field-messages.ts';

z.config({ customError: fieldMessage });

const LONG = 'x'.repeat(200_001);
const WRONG = [null, true, 0, -1, 1.5, 1e12, '', ' ', 'x', '2026-13-45', LONG, '\u0000', [], {}, [[]], [{}]];

/** The schemas within an optional, nullable, defaulted, piped or repeated one, or of a union. */
function innerOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return [schema.unwrap()];
  if (schema instanceof z.ZodDefault) return [schema.unwrap()];
  if (schema instanceof z.ZodPipe) return [schema.in];
  if (schema instanceof z.ZodArray) return [schema.element];
  return schema instanceof z.ZodUnion ? schema.options : [];
}

/** Wrong values of each kind, for each field by itself at any depth. */
function* wrongValues(schema: z.core.$ZodType): Generator<unknown> {
  yield* [undefined, ...WRONG];
  const isList = schema instanceof z.ZodArray;
  for (const inner of innerOf(schema)) for (const value of wrongValues(inner)) yield isList ? [value] : value;
  if (!(schema instanceof z.ZodObject)) return;
  for (const [name, field] of Object.entries(schema.shape)) {
    for (const value of wrongValues(field)) yield { [name]: value };
  }
}

const schemas = SCHEMA_MODULES.flatMap((module) => Object.entries(module)).flatMap(([name, schema]) =>
  schema instanceof z.ZodType ? [{ name, schema }] : [],
);

describe('the sentence for a wrong value', () => {
  it.each(schemas)('$name is Korean and names no pattern, format or type', ({ schema }) => {
    const sentences = new Set<string>();
    for (const value of wrongValues(schema)) {
      for (const { message } of schema.safeParse(value).error?.issues ?? []) sentences.add(message);
    }
    for (const sentence of sentences) {
      expect(sentence).toMatch(/[가-힣]/);
      expect(sentence).not.toMatch(
        /[\^$\\]|\(\?|정규식|패턴|잘못된 |UUID|ISO|base64|\b(string|number|array|object|int)\b/i,
      );
    }
  });
});
