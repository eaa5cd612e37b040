import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { z } from 'zod';
import { PASSWORD_BLANK_MESSAGE } from '#shared/contract/fields.ts';
import type { CloseAccountBody } from '#shared/features/accounts/schemas.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { closeAccount, closingQuery } from '../api.ts';
import { ClosingNotes } from './closing-notes.tsx';

const withPassword = z.object({ password: z.string().refine((text) => text.trim() !== '', PASSWORD_BLANK_MESSAGE) });
const withoutPassword = z.object({ password: z.string() }).transform((): CloseAccountBody => ({}));

type Props = { isOpen: boolean; onClose: () => void; onClosed: () => void };

/**
 * Closes the account in one step: says what is erased and what the law keeps; both buttons look
 * alike.
 */
export function CloseAccountDialog({ isOpen, onClose, onClosed }: Props) {
  const formId = useId();
  const closing = useQuery({ ...closingQuery, enabled: isOpen });
  const needsPassword = closing.data?.needsPassword ?? true;
  const handleSubmit = async (request: CloseAccountBody) => {
    try {
      await closeAccount(request);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'WRONG_PASSWORD') throw error;
      form.setError('password', { type: 'server', message: error.message }, { shouldFocus: true });
      return;
    }
    onClosed();
  };
  const { form, field, submit, problem, setProblem, isSubmitting } = useAppForm(
    needsPassword ? withPassword : withoutPassword,
    { defaultValues: { password: '' }, onSubmit: handleSubmit },
  );
  const handleClose = () => {
    form.reset();
    setProblem(undefined);
    onClose();
  };

  const footer = (
    <div className="grid gap-3 text-left">
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="grid grid-cols-2 gap-3">
        <Button kind="secondary" onClick={handleClose}>
          취소
        </Button>
        <Button
          kind="secondary"
          type="submit"
          form={formId}
          isBusy={isSubmitting}
          disabled={closing.data === undefined}
        >
          탈퇴하기
        </Button>
      </div>
    </div>
  );

  return (
    <Dialog isOpen={isOpen} onClose={handleClose} title="회원 탈퇴" footer={footer}>
      {closing.isError && closing.data === undefined ? (
        <LoadError subject="탈퇴 안내" error={closing.error} onRetry={() => void closing.refetch()} />
      ) : (
        <form id={formId} onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
          <ClosingNotes keptOrders={closing.data?.keptOrders} />
          {needsPassword && (
            <PasswordField
              {...field('password')}
              label="본인 확인을 위한 비밀번호"
              autoComplete="current-password"
              // Reserves space for an error, so that the buttons do not cover it.
              className="[&_input]:scroll-mb-16 [&_[aria-live]]:min-h-[30px]"
            />
          )}
        </form>
      )}
    </Dialog>
  );
}
