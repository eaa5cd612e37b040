import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  type ResolverOptions,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { config, type ZodType } from 'zod';
import { fieldMessage } from '#shared/contract/field-messages.ts';
import { DAY_MESSAGE } from '#shared/text/day-message.ts';
import { ApiError, UNREADABLE_ERROR_MESSAGE } from './api-error.ts';
import { keepShownErrors } from './list-errors.ts';
import { useDeferUntilClick } from './navigation/defer-until-click.ts';

config({ customError: fieldMessage });

type Settings<Input extends FieldValues, Output> = {
  defaultValues: DefaultValues<Input>;
  /**
   * Sends the values. An `ApiError` thrown here is shown at the fields that its details name, or
   * above the form.
   */
  onSubmit: (values: Output) => Promise<void>;
  /** The sentence for errors that do not come from the server. */
  failureMessage?: string;
};

/** Shows the server's field errors at the fields of the same path. Returns true if there was one. */
function showAtFields<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: ApiError,
): boolean {
  const values = form.getValues();
  // A path that is no field of this form cannot be shown.
  const known = error.details.filter(({ path }) => get(values, path) !== undefined);
  for (const [index, { path, message }] of known.entries()) {
    // The form has a value at this path, so it is a field.
    form.setError(path as Path<Input>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  return known.length > 0;
}

/**
 * Returns the fields in which half of a day was typed. The browser gives them no value, so that a
 * form would drop what was typed without a word.
 */
function halfTyped<Input extends FieldValues>({ names = [], fields }: ResolverOptions<Input>): string[] {
  return names.filter((name) => {
    const field: { ref?: unknown } | undefined = get(fields, name);
    return field?.ref instanceof HTMLInputElement && field.ref.validity.badInput;
  });
}

/**
 * A form on a schema of the contract: validated as the server does, field by field after a field
 * was left.
 * Import it only in pages with a form, so that others do not load the validation code.
 */
export function useAppForm<Input extends FieldValues, Output>(
  schema: ZodType<Output, Input>,
  { defaultValues, onSubmit, failureMessage = UNREADABLE_ERROR_MESSAGE }: Settings<Input, Output>,
) {
  const validate = zodResolver(schema);
  const resolver: Resolver<Input, unknown, Output> = async (values, context, options) => {
    const result = await validate(values, context, options);
    const half = halfTyped(options);
    if (half.length > 0) {
      const errors: FieldErrors<Input> = result.errors;
      for (const name of half) set(errors, name, { type: 'badInput', message: DAY_MESSAGE });
      return { values: {}, errors };
    }
    const [name, ...others] = options.names ?? [];
    // A single name of a list: an item was added, moved or removed.
    if (name !== undefined && others.length === 0)
      keepShownErrors(result.errors, form.formState.errors, { name, values });
    return result;
  };
  const form = useForm<Input, unknown, Output>({
    resolver,
    defaultValues,
    mode: 'onTouched',
  });
  const deferUntilClick = useDeferUntilClick();
  const [problem, setProblem] = useState<string>();
  const { isSubmitting, isValid } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    setProblem(undefined);
    try {
      await onSubmit(values);
    } catch (error) {
      if (!(error instanceof ApiError)) {
        console.error(error);
        setProblem(failureMessage);
      } else if (!showAtFields(form, error)) {
        setProblem(error.message);
      }
    }
  });

  /** Validates a dependent field again if it already shows an error. */
  const recheck = (name: Path<Input>) => {
    const { isTouched, error } = form.getFieldState(name, form.formState);
    if (isTouched || error) void form.trigger(name);
  };

  /**
   * Props of one field: name, handlers and error. `rechecks` names the field that must agree with
   * it.
   */
  const field = (name: Path<Input>, { rechecks }: { rechecks?: Path<Input> } = {}) => {
    const { error } = form.getFieldState(name, form.formState);
    const options = rechecks && { onChange: () => recheck(rechecks) };
    const { onBlur, ...registered } = form.register(name, options);
    // Showing an error while a button is pressed would move the button away from its click.
    const handleBlur = async (event: Parameters<typeof onBlur>[0]) => deferUntilClick(() => void onBlur(event));
    return { ...registered, onBlur: handleBlur, error: error?.message };
  };

  return { form, field, submit, problem, setProblem, isSubmitting, isValid };
}
