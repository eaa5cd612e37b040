import { useEffect } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { ZodType } from 'zod';
import { readEntries, writeEntries } from './storage.ts';

type Stored = Record<string, unknown>;

/** A phone may be put away for a while; a shared computer soon has another user. */
const KEEP_MS = 30 * 60_000;

function isKept(entry: unknown): boolean {
  const { keptAt }: Record<string, unknown> = { ...(entry ?? {}) };
  return typeof keptAt === 'number' && keptAt > Date.now() - KEEP_MS;
}

function readAll(): Stored {
  try {
    const stored: unknown = JSON.parse(readEntries() ?? '{}');
    return Object.fromEntries(Object.entries({ ...(stored ?? {}) }).filter(([, entry]) => isKept(entry)));
  } catch {
    // Damaged: as if there were none.
    return {};
  }
}

/** Keeps values in this tab, for half an hour and in place of those before; a logout deletes them. */
export function keepEntries(name: string, values: Record<string, unknown>): void {
  const { [name]: _old, ...others } = readAll();
  const isEmpty = Object.keys(values).length === 0;
  const all = isEmpty ? others : { ...others, [name]: { keptAt: Date.now(), values } };
  writeEntries(Object.keys(all).length > 0 ? JSON.stringify(all) : undefined);
}

/** Returns what was typed into a form and not sent; undefined where nothing is kept, or something else. */
export function readKeptEntries<Values>(name: string, schema: ZodType<Values>): Values | undefined {
  const { values }: Record<string, unknown> = { ...(readAll()[name] ?? {}) };
  return schema.safeParse(values).data;
}

/** Returns whether something is kept of a form, for pages that do not load the form's code. */
export const hasKeptEntries = (name: string) => name in readAll();

/** For a form that was sent, or left on purpose. */
export const forgetEntries = (name: string) => keepEntries(name, {});

/**
 * Keeps the filled `fields` of a form in this tab while they are typed, for half an hour: a reload,
 * a way back or a login in between does not lose them. `name` is the form's, with the account or
 * order that its entries belong to; without one nothing is kept. A password is never among
 * `fields`. A logout deletes all.
 */
export function useKeepEntries<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  name: string | undefined,
  fields: readonly FieldPath<Input>[],
): void {
  useEffect(() => {
    if (name === undefined) return;
    return form.subscribe({
      formState: { values: true },
      callback({ values }) {
        const filled = fields.filter((field) => values[field]);
        keepEntries(name, Object.fromEntries(filled.map((field) => [field, values[field]])));
      },
    });
  }, [form, name, fields]);
}
