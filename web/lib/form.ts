import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type DefaultValues, type FieldValues, get, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { ZodType } from 'zod';
import { useAfterPress } from './after-press.ts';
import { ApiError, UNREADABLE_ERROR_MESSAGE } from './api-error.ts';

type Settings<Input extends FieldValues, Output> = {
  defaultValues: DefaultValues<Input>;
  /** Sends the values. An `ApiError` thrown here is shown at the fields that its details name, or above the form. */
  onSubmit: (values: Output) => Promise<void>;
  /** The sentence for errors that are none of the server's. */
  failureMessage?: string;
};

/** The parts of a body that the server found fault with, put to the fields of the same path. Returns whether any was. */
function showAtFields<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: ApiError,
): boolean {
  const values = form.getValues();
  // A path that is no field of this form has nowhere to be shown.
  const known = error.details.filter(({ path }) => get(values, path) !== undefined);
  for (const [index, { path, message }] of known.entries()) {
    // It is one: the form holds a value there.
    form.setError(path as Path<Input>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  return known.length > 0;
}

/**
 * A form on a schema of the contract: checked as the server checks it, field by field once a field was left.
 * Import it only from pages that have a form, so that others do not load the validation code.
 */
export function useAppForm<Input extends FieldValues, Output>(
  schema: ZodType<Output, Input>,
  { defaultValues, onSubmit, failureMessage = UNREADABLE_ERROR_MESSAGE }: Settings<Input, Output>,
) {
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: 'onTouched',
  });
  const afterPress = useAfterPress();
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

  /** Looks again at a field that depends on another one, once there was something to say about it. */
  const recheck = (name: Path<Input>) => {
    const { isTouched, error } = form.getFieldState(name, form.formState);
    if (isTouched || error) void form.trigger(name);
  };

  /** Props of one field: its name, its handlers and what is wrong with it. `rechecks` names the field that has to agree with it. */
  const field = (name: Path<Input>, { rechecks }: { rechecks?: Path<Input> } = {}) => {
    const { error } = form.getFieldState(name, form.formState);
    const options = rechecks && { onChange: () => recheck(rechecks) };
    const { onBlur, ...registered } = form.register(name, options);
    // What is found wrong with a field that is left for a button would push the button away from its click.
    const handleBlur = async (event: Parameters<typeof onBlur>[0]) => afterPress(() => void onBlur(event));
    return { ...registered, onBlur: handleBlur, error: error?.message };
  };

  return { form, field, submit, problem, setProblem, isSubmitting, isValid };
}
