import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callbackCapacity } from '#shared/features/callbacks/schemas.ts';
import { refundAccount } from '#shared/features/payments/refund-schemas.ts';
import { readAscii, readCode, readDay, readLine, readText } from '#shared/text/typed-text.ts';
import { SCHEMA_MODULES } from './call-tables.ts';

const READERS: readonly unknown[] = [readAscii, readCode, readDay, readLine, readText];

/** Bodies whose names do not say that they are. */
const OTHER_BODIES = { callbackCapacity, refundAccount };

/** The last name of each field whose text is taken as it is, by the reason. */
const AS_IT_IS: Readonly<Record<string, readonly string[]>> = {
  'a password is compared as it is': ['password', 'newPassword', 'currentPassword'],
  'the page sends what a link, the provider or the browser gave it': [
    ...['token', 'socialToken', 'provider', 'authentication_id', 'receipt_id', 'receiptId'],
    ...['rawId', 'clientDataJSON', 'attestationObject', 'transports', 'authenticatorData', 'signature'],
  ],
  'the page makes the number of a request': ['client_id', 'requestKey'],
  'a number of a row, a place or a length in the address': [
    ...['id', 'ids', 'stepId', 'version', 'limit', 'cursor', 'after', 'after_note', 'before', 'before_note', 'days'],
  ],
  'a choice from a list': ['assignee', 'bank_code', 'filename', 'selected_plan'],
  'the page writes a moment from fields of the browser': ['at', 'starts_at', 'ends_at', 'hold_until'],
};

type StringField = { path: string; isRead: boolean };

function isReader(check: z.core.$ZodCheck<never>): boolean {
  const { def } = check._zod;
  return 'tx' in def && READERS.includes(def.tx);
}

/** The texts that a schema takes, by their paths. */
function textsOf(schema: z.core.$ZodType, path: string): StringField[] {
  const { def } = schema._zod;
  if (schema instanceof z.core.$ZodString) return [{ path, isRead: (schema._zod.def.checks ?? []).some(isReader) }];
  if (schema instanceof z.core.$ZodObject) {
    return Object.entries(schema._zod.def.shape).flatMap(([name, part]) => textsOf(part, `${path}.${name}`));
  }
  if (schema instanceof z.core.$ZodArray) return textsOf(schema._zod.def.element, `${path}[]`);
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.flatMap((option) => textsOf(option, path));
  if (schema instanceof z.core.$ZodPipe) return textsOf(schema._zod.def.in, path);
  if (schema instanceof z.core.$ZodRecord) return textsOf(schema._zod.def.valueType, `${path}[]`);
  return 'innerType' in def && def.innerType instanceof z.core.$ZodType ? textsOf(def.innerType, path) : [];
}

const inputs = SCHEMA_MODULES.flatMap((module) => Object.entries(module))
  .filter(([name]) => /(Body|Query|Params?)$/.test(name))
  .concat(Object.entries(OTHER_BODIES))
  .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType);
const texts = inputs.flatMap(([name, schema]) => textsOf(schema, name));
const lastName = ({ path }: StringField) => path.replaceAll('[]', '').split('.').at(-1) ?? '';
const exempt = Object.values(AS_IT_IS).flat();

describe('the texts that the calls take', () => {
  it('are read by the module of typed text, or are taken as they are for a reason', () => {
    const forgotten = texts.filter((text) => !text.isRead && !exempt.includes(lastName(text)));
    expect(forgotten.map(({ path }) => path)).toEqual([]);
  });

  it('have no reason that no field needs', () => {
    const names = new Set(texts.filter(({ isRead }) => !isRead).map(lastName));
    expect(exempt.filter((name) => !names.has(name))).toEqual([]);
  });

  it('are found', () => {
    expect(texts.filter(({ isRead }) => isRead).map(({ path }) => path)).toEqual(
      expect.arrayContaining(['registerBody.phone', 'searchQuery.q', 'soldierBody.fullname', 'grantRefundBody.note']),
    );
  });
});
