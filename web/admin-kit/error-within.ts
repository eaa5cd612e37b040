import { type FieldError, get } from 'react-hook-form';

type Errors = FieldError | readonly Errors[] | { [name: string]: Errors } | undefined;

/** The first error at a path of a form or anywhere below it. */
export function errorWithin(errors: object, path: string): string | undefined {
  return firstMessage(get(errors, path));
}

function firstMessage(errors: Errors): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined;
  if ('message' in errors && typeof errors.message === 'string') return errors.message;
  for (const [name, part] of Object.entries(errors)) {
    // A field's element is not an error.
    const message = name === 'ref' ? undefined : firstMessage(part);
    if (message !== undefined) return message;
  }
  return undefined;
}
