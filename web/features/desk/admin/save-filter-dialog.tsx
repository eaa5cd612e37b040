import { useQueryClient } from '@tanstack/react-query';
import type { SaveFilterBody } from '#shared/features/desk/schemas.ts';
import { nameFilterForm } from '#shared/features/desk/schemas.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { savedFiltersQuery, saveFilter } from './api.ts';

type Props = Pick<SaveFilterBody, 'list' | 'query'> & { isOpen: boolean; onClose: () => void };

/** Asks for the name under which the present filter is kept. */
export function SaveFilterDialog({ isOpen, onClose, ...filter }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="현재 조건 저장" size="small">
      <SaveForm {...filter} onDone={onClose} />
    </Dialog>
  );
}

function SaveForm({ list, query, onDone }: Pick<Props, 'list' | 'query'> & { onDone: () => void }) {
  const queryClient = useQueryClient();
  const { field, submit, problem, isSubmitting } = useAppForm(nameFilterForm, {
    defaultValues: { name: '', is_shared: false },
    onSubmit: async (named) => {
      await saveFilter({ list, query, ...named });
      await queryClient.invalidateQueries(savedFiltersQuery);
      onDone();
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-3">
      <TextField
        {...field('name')}
        label="필터 이름"
        hint="같은 이름의 내 필터가 있으면 새 조건으로 바뀝니다."
        maxLength={40}
        autoComplete="off"
      />
      <Checkbox {...field('is_shared')} label="이 목록을 보는 모든 관리자와 함께 씁니다." />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button type="submit" isBusy={isSubmitting} className="justify-self-start">
        저장
      </Button>
    </form>
  );
}
