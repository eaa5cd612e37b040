import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type AdminTerms, createTermsBody } from '#shared/features/terms/admin-schemas.ts';
import { toKoreanLocal } from '#shared/format/korean-local.ts';
import { useSaveKey } from '#web/admin-kit/keys/use-save-key.ts';
import { useSeen } from '#web/admin-kit/use-seen.ts';
import { useUnsavedGuard } from '#web/admin-kit/use-unsaved-guard.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { useAppForm } from '#web/lib/form.ts';
import { adminTermsListQuery, createTerms, readTerms, showSavedTerms, updateTerms } from './api.ts';

type Settings = { terms: AdminTerms | undefined; onCreated: (terms: AdminTerms) => Promise<void> };

/** The note describes one change, so each version starts without one. */
function toValues({ filename, title, html }: AdminTerms) {
  return { filename, title, html, note: '' };
}

/** A new text with a file name of the day that is free, which the administrator may change. */
function newTerms(taken: readonly string[]) {
  const day = toKoreanLocal(serverNow()).slice(0, 10);
  const names = ['', ...taken.map((_, index) => `-${index + 2}`)].map((end) => `terms-${day}${end}.html`);
  return { filename: names.find((name) => !taken.includes(name)) ?? '', title: '', html: '', note: '' };
}

/**
 * The form of one terms text and its saving: the server's errors, and a version that another admin
 * has saved meanwhile.
 */
export function useTermsEditor({ terms, onCreated }: Settings) {
  const queryClient = useQueryClient();
  const isCreated = useRef(false);
  const [savedVersion, setSavedVersion] = useState<number>();
  const { conflict, save, takeStored } = useSeen(terms, async () => terms && readTerms(terms.filename));

  const [defaultValues] = useState(() => {
    const known = queryClient.getQueryData(adminTermsListQuery.queryKey) ?? [];
    return terms ? toValues(terms) : newTerms(known.map(({ filename }) => filename));
  });
  const editor = useAppForm(createTermsBody, {
    defaultValues,
    onSubmit: async ({ filename, ...request }): Promise<void> => {
      setSavedVersion(undefined);
      const saved = await save((seen) =>
        seen === undefined
          ? createTerms({ filename, ...request })
          : updateTerms(filename, { ...request, base_version: seen.version }),
      );
      await showSavedTerms(queryClient, saved);
      if (!terms) {
        isCreated.current = true;
        await onCreated(saved);
        return;
      }
      setSavedVersion(saved.version);
      editor.form.reset(toValues(saved));
    },
  });
  const { isDirty, isSubmitting } = editor.form.formState;
  useUnsavedGuard(() => isDirty && !isCreated.current);
  // A conflict has its own buttons.
  useSaveKey(() => {
    if (isDirty && !isSubmitting && !conflict) void editor.submit();
  });

  /** Continues from the stored text; discards the typed one. */
  const showStored = () => {
    const stored = takeStored();
    if (!stored) return;
    editor.form.reset(toValues(stored));
    editor.setProblem(undefined);
  };
  const discard = () => {
    editor.form.reset();
    editor.setProblem(undefined);
  };
  return { ...editor, discard, conflict, takeStored: showStored, savedVersion: isDirty ? undefined : savedVersion };
}

export type TermsEditor = ReturnType<typeof useTermsEditor>;
