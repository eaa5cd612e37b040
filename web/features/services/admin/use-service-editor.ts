import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AdminService } from '#shared/features/services/admin-schemas.ts';
import { useSaveKey } from '#web/features/admin-kit/use-save-key.ts';
import { useUnsavedGuard } from '#web/features/admin-kit/use-unsaved-guard.ts';
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
  /** The version being edited. */
  const version = useRef(service?.version);
  const isCreated = useRef(false);
  /** The values at the start of the editing, to tell what was changed meanwhile. */
  const [base, setBase] = useState<ServiceValues>(() => (service ? toValues(service) : EMPTY_SERVICE));
  const [details, setDetails] = useState<readonly string[]>();
  const [isSaved, setSaved] = useState(isSavedBefore);
  /** The stored values, if they differ from those being edited. */
  const [conflict, setConflict] = useState<AdminService>();

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

  /** Ends the conflict: editing goes on from the version that was shown. */
  const resolve = ({ version: shown }: AdminService, stored: ServiceValues) => {
    version.current = shown;
    setBase(stored);
    setConflict(undefined);
    setDetails(undefined);
    editor.setProblem(undefined);
  };
  /** Continues from the stored values; discards the typed ones. */
  const takeStored = () => {
    if (!conflict) return;
    const stored = toValues(conflict);
    form.reset(stored);
    resolve(conflict, stored);
  };
  /** Saves the typed values over the stored ones. */
  const saveOwn = async (): Promise<void> => {
    if (!conflict) return;
    resolve(conflict, toValues(conflict));
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
    takeStored,
    saveOwn,
  };
}

export type ServiceEditor = ReturnType<typeof useServiceEditor>;
