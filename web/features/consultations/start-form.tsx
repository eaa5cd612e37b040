import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Conversation, openConversationBody } from '#shared/features/consultations/schemas.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { newUuid } from '#web/lib/new-uuid.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CONSULTATIONS_KEY, openConversation } from './api.ts';
import { readDraft, saveDraft } from './thread/drafts.ts';
import { DropZone } from './thread/drop-zone.tsx';
import { FileButtons } from './thread/file-buttons.tsx';
import { pastedFiles } from './thread/pasted-files.ts';
import { UploadList } from './thread/upload-list.tsx';
import { obstacleOf } from './thread/use-composer.ts';
import { UPLOAD_HINT, useUploads } from './thread/use-uploads.ts';

/** What the conversation is about, if the page knows it. */
export type StartSubject = {
  /** The subject of a conversation about an order; otherwise the person writes one. */
  fixed?: string;
  suggested?: string;
  orderId?: number;
  serviceId?: number;
  previousId?: number;
};

type Props = {
  accountId: number;
  about: StartSubject;
  onOpened: (conversation: Conversation) => void;
  /** The order has a conversation already, begun in another window. */
  onExisting?: () => void;
};

const ALREADY_OPENED = '앞서 보내신 내용으로 상담이 시작되었습니다. 상담 목록에서 확인해주세요.';

const placeOf = ({ orderId, serviceId }: StartSubject) => `new-${orderId ?? ''}-${serviceId ?? ''}`;

/** Begins a conversation with its first message. What is written is kept until it is sent. */
export function StartForm({ accountId, about, onOpened, onExisting }: Props) {
  const queryClient = useQueryClient();
  const place = placeOf(about);
  const [draft] = useState(() => readDraft(accountId, place));
  const { form, field, submit, problem, setProblem, isSubmitting } = useAppForm(openConversationBody, {
    defaultValues: {
      subject: about.fixed ?? (draft.subject || about.suggested || ''),
      text: draft.text,
      client_id: newUuid(),
      order_id: about.orderId ?? null,
      service_id: about.serviceId ?? null,
      previous_id: about.previousId ?? null,
      attachment_ids: draft.attachments.map(({ id }) => id),
    },
    onSubmit: async (body) => {
      try {
        const conversation = await openConversation(body);
        saveDraft(accountId, place, { subject: '', text: '', attachments: [] });
        void queryClient.invalidateQueries({ queryKey: CONSULTATIONS_KEY });
        onOpened(conversation);
      } catch (error) {
        const code = error instanceof ApiError ? error.code : undefined;
        if (code === 'CONVERSATION_OPEN') onExisting?.();
        if (code !== 'CLIENT_ID_REUSED') throw error;
        // An earlier attempt arrived although its answer did not; then the text was changed.
        form.setValue('client_id', newUuid());
        void queryClient.invalidateQueries({ queryKey: CONSULTATIONS_KEY });
        setProblem(ALREADY_OPENED);
      }
    },
  });
  const uploads = useUploads({
    initial: draft.attachments,
    onChange: (attachments) => {
      saveDraft(accountId, place, { attachments });
      form.setValue(
        'attachment_ids',
        attachments.map(({ id }) => id),
      );
    },
  });
  const hasFixedSubject = about.fixed !== undefined;
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: { subject, text } }) =>
          saveDraft(accountId, place, { subject: hasFixedSubject ? '' : subject, text: text ?? '' }),
      }),
    [form, accountId, place, hasFixedSubject],
  );
  const obstacle = obstacleOf('', uploads);
  return (
    <DropZone onFiles={uploads.add}>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        {!hasFixedSubject && (
          <TextField {...field('subject')} label="제목" placeholder="예: 휴가 중 징계 통보를 받았습니다" />
        )}
        <AreaField
          {...field('text')}
          label="내용"
          rows={5}
          placeholder="언제, 어디서, 무슨 일이 있었는지 적어주세요."
          onPaste={(event) => {
            const files = pastedFiles(event.clipboardData);
            if (files.length === 0) return;
            event.preventDefault();
            uploads.add(files);
          }}
        />
        <div>
          <UploadList uploads={uploads} />
          <FileButtons onFiles={uploads.add} />
          <p className="text-caption text-ink-500">{UPLOAD_HINT}</p>
        </div>
        {problem && <Notice kind="danger">{problem}</Notice>}
        <div>
          <Button type="submit" isBusy={isSubmitting} disabled={obstacle !== undefined} className="w-full sm:w-auto">
            상담 시작하기
          </Button>
          <p aria-live="polite" className="mt-1 text-caption text-ink-500">
            {obstacle}
          </p>
        </div>
      </form>
    </DropZone>
  );
}
