import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SavedFilter } from '#shared/features/desk/schemas.ts';
import { renameFilterBody } from '#shared/features/desk/schemas.ts';
import { useAppForm } from '#web/lib/form.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { deleteFilter, renameFilter, savedFiltersQuery } from './api.ts';

type Props = { isOpen: boolean; onClose: () => void; filters: readonly SavedFilter[] };

/** Renames and deletes the administrator's own filters of a list. */
export function SavedFiltersDialog({ isOpen, onClose, filters }: Props) {
  const queryClient = useQueryClient();
  const { isBusy, problem, run } = useAction();
  const list = useRef<HTMLDivElement>(null);
  const handleDelete = async ({ id }: SavedFilter) => {
    await run(async () => {
      await deleteFilter(id);
      await queryClient.invalidateQueries(savedFiltersQuery);
    });
    // The button is gone with its row: move the keyboard focus.
    list.current?.focus();
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="내 필터 관리">
      <div ref={list} tabIndex={-1} className="grid gap-4 outline-none">
        {problem && <Notice kind="danger">{problem}</Notice>}
        {filters.length === 0 && <p>저장한 필터가 없습니다.</p>}
        {filters.map((filter) => (
          <FilterForm key={filter.id} filter={filter} isBusy={isBusy} onDelete={() => void handleDelete(filter)} />
        ))}
      </div>
    </Dialog>
  );
}

type FormProps = { filter: SavedFilter; isBusy: boolean; onDelete: () => void };

function FilterForm({ filter, isBusy, onDelete }: FormProps) {
  const queryClient = useQueryClient();
  const [isRenamed, setRenamed] = useState(false);
  const { form, field, submit, problem, isSubmitting } = useAppForm(renameFilterBody, {
    defaultValues: { name: filter.name },
    onSubmit: async ({ name }) => {
      setRenamed(false);
      const renamed = await renameFilter(filter.id, name);
      form.reset({ name: renamed.name });
      await queryClient.invalidateQueries(savedFiltersQuery);
      setRenamed(true);
    },
  });
  const { isDirty } = form.formState;
  return (
    <form
      aria-label={filter.name}
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid gap-2 border-line border-b pb-4"
    >
      <TextField {...field('name')} label={`이름: ${filter.name}`} maxLength={40} autoComplete="off" />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap justify-between gap-3">
        <Button type="submit" kind="secondary" disabled={!isDirty} isBusy={isSubmitting}>
          이름 변경
        </Button>
        <Button kind="danger" disabled={isBusy} onClick={onDelete}>
          <span className="sr-only">{`${filter.name} `}</span>삭제
        </Button>
      </div>
      <p role="status" className="text-small text-success empty:hidden">
        {isRenamed && !isDirty && '이름을 바꾸었습니다.'}
      </p>
    </form>
  );
}
