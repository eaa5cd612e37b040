import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CannedReply, cannedReplyBody } from '#shared/features/consultations/admin-schemas.ts';
import { StoredMeanwhile } from '#web/admin-kit/stored-meanwhile.tsx';
import { useSeen } from '#web/admin-kit/use-seen.ts';
import { useAppForm } from '#web/lib/form.ts';
import { useAction } from '#web/lib/use-action.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { cannedRepliesQuery, deleteCannedReply, saveCannedReply } from './api.ts';
import { CANNED_VARIABLES } from './canned-text.ts';

type Edited = CannedReply | 'new';

/** The texts that all consultants share: to look at, write, change and delete. */
export function CannedRepliesDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [edited, setEdited] = useState<Edited>();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="자주 쓰는 답변" isSheet>
      {edited ? (
        <ReplyForm
          key={edited === 'new' ? edited : edited.id}
          reply={edited === 'new' ? undefined : edited}
          onEnd={() => setEdited(undefined)}
        />
      ) : (
        <ReplyList onEdit={setEdited} />
      )}
    </Dialog>
  );
}

function ReplyList({ onEdit }: { onEdit: (edited: Edited) => void }) {
  const list = useQuery(cannedRepliesQuery);
  const { isBusy, problem, run } = useAction();
  const remove = async ({ id, title }: CannedReply) => {
    const isSure = await confirm({
      title: '자주 쓰는 답변 삭제',
      message: `‘${title}’ 답변을 삭제합니다. 되돌릴 수 없습니다.`,
      confirmLabel: '삭제',
      isDangerous: true,
    });
    if (isSure && (await run(() => deleteCannedReply(id)))) await list.refetch();
  };
  return (
    <div className="grid gap-4">
      <p>{'답변 입력란에 / 를 입력하면 자주 쓰는 답변을 찾아 넣을 수 있습니다. 보내기 전에 내용을 확인해주세요.'}</p>
      {problem && <Notice kind="danger">{problem}</Notice>}
      <ListPage
        items={list.data}
        error={list.error}
        onRetry={() => void list.refetch()}
        loading={<Skeleton className="h-40" />}
        empty={<EmptyState title="자주 쓰는 답변이 없습니다">여러 번 보내는 내용을 등록해보세요.</EmptyState>}
        subject="자주 쓰는 답변"
      >
        {(rows) => (
          <ul className="grid gap-2">
            {rows.map((reply) => (
              <li key={reply.id} className="rounded border border-line p-3">
                <p className="font-semibold text-ink-900">{reply.title}</p>
                <p className="line-clamp-2 whitespace-pre-line">{reply.text}</p>
                <p className="mt-1 flex gap-2">
                  <Button kind="secondary" aria-label={`${reply.title} 수정`} onClick={() => onEdit(reply)}>
                    수정
                  </Button>
                  <Button
                    kind="secondary"
                    aria-label={`${reply.title} 삭제`}
                    isBusy={isBusy}
                    onClick={() => void remove(reply)}
                  >
                    삭제
                  </Button>
                </p>
              </li>
            ))}
          </ul>
        )}
      </ListPage>
      <Button onClick={() => onEdit('new')}>자주 쓰는 답변 추가</Button>
    </div>
  );
}

function ReplyForm({ reply, onEnd }: { reply: CannedReply | undefined; onEnd: () => void }) {
  const queryClient = useQueryClient();
  const readStored = async () => {
    const replies = await queryClient.fetchQuery({ ...cannedRepliesQuery, staleTime: 0 });
    return replies.find(({ id }) => id === reply?.id);
  };
  const { conflict, save, takeStored } = useSeen(reply, readStored);
  const { form, field, submit, problem, isSubmitting } = useAppForm(cannedReplyBody, {
    defaultValues: { title: reply?.title ?? '', text: reply?.text ?? '' },
    onSubmit: async (body) => {
      await save((seen) => saveCannedReply(reply?.id, { ...body, version: seen?.version }));
      await queryClient.invalidateQueries({ queryKey: cannedRepliesQuery.queryKey });
      onEnd();
    },
  });
  const variables = CANNED_VARIABLES.map((name) => `{${name}}`).join(' ');
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <TextField {...field('title')} label="제목" autoComplete="off" />
      <AreaField {...field('text')} label="내용" rows={8} hint={`다음은 상담의 값으로 바뀝니다: ${variables}`} />
      {conflict ? (
        <StoredMeanwhile
          stored={{ 제목: conflict.title, 내용: conflict.text }}
          onTake={() => form.reset(takeStored())}
        />
      ) : (
        problem && <Notice kind="danger">{problem}</Notice>
      )}
      <div className="flex gap-2">
        <Button type="submit" isBusy={isSubmitting}>
          {conflict ? '내 내용으로 저장' : '저장'}
        </Button>
        <Button kind="secondary" onClick={onEnd}>
          취소
        </Button>
      </div>
    </form>
  );
}
