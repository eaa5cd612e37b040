import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AdminService } from '#shared/features/services/admin-schemas.ts';
import { useSaveKey } from '#web/admin-kit/keys/use-save-key.ts';
import { useSeen } from '#web/admin-kit/use-seen.ts';
import { useUnsavedGuard } from '#web/admin-kit/use-unsaved-guard.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { createService, readService, refreshServices, updateService } from './api.ts';
import { EMPTY_SERVICE, type ServiceValues, serviceFormSchema, toValues } from './service-form-values.ts';

type Settings = {
  service: AdminService | undefined;
  /** The page shows a service that was saved just now. */
  isSavedBefore: boolean;
  onCreated: (service: AdminService) => Promise<void>;
};

/**
 * The form of one service and its saving: the server's errors, and a version that another admin has
 * saved meanwhile.
 */
export function useServiceEditor({ service, isSavedBefore, onCreated }: Settings) {
  const queryClient = useQueryClient();
  const isCreated = useRef(false);
  /** The values at the start of the editing, to tell what was changed meanwhile. */
  const [base, setBase] = useState<ServiceValues>(() => (service ? toValues(service) : EMPTY_SERVICE));
  const [details, setDetails] = useState<readonly string[]>();
  const [isSaved, setSaved] = useState(isSavedBefore);
  const { conflict, save, takeStored } = useSeen(service, async () => service && readService(service.id));

  const editor = useAppForm(serviceFormSchema, {
    defaultValues: service ? toValues(service) : EMPTY_SERVICE,
    onSubmit: async (request): Promise<void> => {
      setDetails(undefined);
      setSaved(false);
      const sent = JSON.stringify(editor.form.getValues());
      try {
        const saved = await save((seen) =>
          service ? updateService(service.id, { ...request, version: seen?.version }) : createService(request),
        );
        setSaved(true);
        await refreshServices(queryClient);
        if (service) {
          const values = toValues(saved);
          setBase(values);
          // Input typed while saving stays, as unsaved.
          const isUntouched = JSON.stringify(editor.form.getValues()) === sent;
          editor.form.reset(values, isUntouched ? {} : { keepValues: true, keepDirty: true });
          return;
        }
        isCreated.current = true;
        await onCreated(saved);
      } catch (error) {
        if (error instanceof ApiError) {
          setDetails([...new Set([error.message, ...error.details.map(({ message }) => message)])]);
        }
        throw error;
      }
    },
  });
  const { form } = editor;
  const { isDirty } = form.formState;
  useUnsavedGuard(() => isDirty && !isCreated.current);

  useSaveKey(() => {
    if (!editor.isSubmitting && !conflict) void editor.submit();
  });

  /** Continues from the stored values; discards the typed ones. */
  const showStored = () => {
    const stored = takeStored();
    if (!stored) return;
    const values = toValues(stored);
    form.reset(values);
    setBase(values);
    setDetails(undefined);
    editor.setProblem(undefined);
  };
  /** Saves the typed values over the stored ones. */
  const saveOwn = async (): Promise<void> => {
    if (!conflict) return;
    // If a third version was saved meanwhile, its changes are those to the one that was shown.
    setBase(toValues(conflict));
    await editor.submit();
  };
  /** Restores the stored values, or an empty form. */
  const discard = () => {
    form.reset(base);
    setDetails(undefined);
    editor.setProblem(undefined);
  };
  return {
    ...editor,
    discard,
    details,
    isSaved: isSaved && !isDirty,
    conflict,
    base,
    takeStored: showStored,
    saveOwn,
  };
}

export type ServiceEditor = ReturnType<typeof useServiceEditor>;
