import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AdminService } from '#shared/features/services/admin-schemas.ts';
import { useSaveKey } from '#web/features/admin-kit/use-save-key.ts';
import { useUnsavedGuard } from '#web/features/admin-kit/use-unsaved-guard.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { createService, readService, refreshServices, updateService } from './api.ts';
import { EMPTY_SERVICE, type ServiceValues, serviceFormSchema, toValues } from './service-form-values.ts';
import { type Choices, mergeValues } from './service-merge.ts';

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
  /** The version being edited. */
  const version = useRef(service?.version);
  const isCreated = useRef(false);
  /** The values at the start of the editing, to tell which side has changed a field. */
  const [base, setBase] = useState<ServiceValues>(() => (service ? toValues(service) : EMPTY_SERVICE));
  const [details, setDetails] = useState<readonly string[]>();
  const [isSaved, setSaved] = useState(isSavedBefore);
  /** The stored values, if they differ from those being edited. */
  const [conflict, setConflict] = useState<AdminService>();
  /** The typed values, after the stored ones have replaced them. */
  const [own, setOwn] = useState<ServiceValues>();

  const noteFailure = async (error: ApiError) => {
    setDetails([...new Set([error.message, ...error.details.map(({ message }) => message)])]);
    if (service && error.code === 'VERSION_CONFLICT') setConflict(await readService(service.id));
  };
  const editor = useAppForm(serviceFormSchema, {
    defaultValues: service ? toValues(service) : EMPTY_SERVICE,
    onSubmit: async (request): Promise<void> => {
      setDetails(undefined);
      setSaved(false);
      const sent = JSON.stringify(editor.form.getValues());
      try {
        const saved = await (service
          ? updateService(service.id, { ...request, version: version.current })
          : createService(request));
        version.current = saved.version;
        setConflict(undefined);
        setOwn(undefined);
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
        if (error instanceof ApiError) await noteFailure(error);
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

  /**
   * Continues from the stored values with the chosen typed ones; the typed values can be restored
   * until saved.
   */
  const merge = async (choices: Choices, { isSaved: isToSave }: { isSaved: boolean }): Promise<void> => {
    if (!conflict) return;
    const mine = form.getValues();
    const stored = toValues(conflict);
    version.current = conflict.version;
    setBase(stored);
    setOwn(structuredClone(mine));
    form.reset(stored);
    form.reset(mergeValues(mine, stored, choices), { keepDefaultValues: true });
    setConflict(undefined);
    setDetails(undefined);
    editor.setProblem(undefined);
    if (isToSave) await editor.submit();
  };
  const takeOwn = () => {
    if (own) form.reset(own, { keepDefaultValues: true });
    setOwn(undefined);
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
    merge,
    hasOwn: own !== undefined,
    takeOwn,
  };
}

export type ServiceEditor = ReturnType<typeof useServiceEditor>;
