import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import {
  type Conversation,
  type OpenConversationBody,
  openConversationBody,
} from '#shared/features/consultations/schemas.ts';
import type { Room } from '#shared/rules/case-access/areas.ts';
import { conversationSubject } from '#shared/rules/work/conversation-subject.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { newUuid } from '#web/lib/new-uuid.ts';
import { forgetEntries, readKeptEntries, useKeepEntries } from '#web/lib/storage/kept-entries.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CONSULTATIONS_KEY, openConversation } from './api.ts';
import { questionOf } from './question.ts';
import { type Draft, readDraft, saveDraft } from './thread/drafts.ts';
import { DropZone } from './thread/drop-zone.tsx';
import { FileButtons } from './thread/file-buttons.tsx';
import { pastedFiles } from './thread/pasted-files.ts';
import { UploadList } from './thread/upload-list.tsx';
import { obstacleOf } from './thread/use-draft.ts';
import { UPLOAD_HINT, useUploads } from './thread/use-uploads.ts';
import { type LoginWay, VisitorButtons } from './visitor-buttons.tsx';

/** Describes what the conversation is about, if the page knows it. */
export type StartSubject = {
  /** The subject of a conversation about an order; otherwise the person writes one. */
  fixed?: string;
  suggested?: string;
  orderId?: number;
  room?: Room;
  serviceId?: number;
  previousId?: number;
};

type Props = {
  /** Undefined for a visitor, who signs up or logs in on sending. */
  accountId: number | undefined;
  about: StartSubject;
  onOpened: (conversation: Conversation) => void;
  /** The order has a conversation already, begun in another window. */
  onExisting?: () => void;
  /** Called with the chosen page when a visitor sends; the text is stored for the account. */
  onLoginNeeded?: (way: LoginWay) => void;
};

const ALREADY_OPENED = '앞서 보내신 내용으로 상담이 시작되었습니다. 상담 목록에서 확인해주세요.';

const startForm = z
  .custom<OpenConversationBody>()
  .transform((values) => ({
    ...values,
    subject: conversationSubject({ subject: values.subject, text: values.text ?? '' }),
  }))
  .pipe(openConversationBody);

const question = z.object({ subject: z.string().default(''), text: z.string().default('') });
const QUESTION_FIELDS = ['subject', 'text'] as const;
const NO_DRAFT = { subject: '', text: '', attachments: [] };

const placeOf = ({ orderId, room, serviceId }: StartSubject) =>
  `new-${orderId ?? ''}-${serviceId ?? ''}${room === 'shared' ? '-shared' : ''}`;

/**
 * Begins a conversation with its first message. What is written is kept until it is sent, also
 * through the login of a visitor.
 */
export function StartForm({ accountId, about, onOpened, onExisting, onLoginNeeded }: Props) {
  const queryClient = useQueryClient();
  const place = placeOf(about);
  const isVisitor = accountId === undefined;
  const way = useRef<LoginWay>('/login');
  const entries = about.orderId === undefined ? questionOf(about.serviceId) : undefined;
  const [kept] = useState(() => (entries === undefined ? undefined : readKeptEntries(entries, question)));
  const [draft] = useState(() => (isVisitor ? NO_DRAFT : readDraft(accountId, place)));
  const save = (changes: Partial<Draft>) => {
    if (!isVisitor) saveDraft(accountId, place, changes);
  };
  const { form, field, submit, problem, setProblem, isSubmitting } = useAppForm(startForm, {
    defaultValues: {
      subject: about.fixed ?? (draft.subject || kept?.subject || about.suggested || ''),
      text: draft.text || kept?.text || '',
      client_id: newUuid(),
      order_id: about.orderId ?? null,
      room: about.room ?? null,
      service_id: about.serviceId ?? null,
      previous_id: about.previousId ?? null,
      attachment_ids: draft.attachments.map(({ id }) => id),
    },
    onSubmit: async (body) => {
      if (isVisitor) return onLoginNeeded?.(way.current);
      try {
        const conversation = await openConversation(body);
        save(NO_DRAFT);
        if (entries) forgetEntries(entries);
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
      save({ attachments });
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
        callback({ values: { subject, text } }) {
          if (isVisitor) return;
          saveDraft(accountId, place, { subject: hasFixedSubject ? '' : subject, text: text ?? '' });
        },
      }),
    [form, accountId, isVisitor, place, hasFixedSubject],
  );
  useKeepEntries(form, isVisitor ? entries : undefined, QUESTION_FIELDS);
  const obstacle = obstacleOf('', uploads);
  return (
    <DropZone onFiles={isVisitor ? () => undefined : uploads.add}>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        {!isVisitor && kept?.text && (
          <Notice kind="info">로그인되었습니다. 쓰신 내용을 확인하고 ‘상담 시작하기’를 눌러주세요.</Notice>
        )}
        <AreaField
          {...field('text')}
          label="내용"
          rows={5}
          placeholder="언제, 어디서, 무슨 일이 있었는지 적어주세요."
          onPaste={(event) => {
            if (isVisitor) return;
            const files = pastedFiles(event.clipboardData);
            if (files.length === 0) return;
            event.preventDefault();
            uploads.add(files);
          }}
        />
        {!hasFixedSubject && !isVisitor && (
          <TextField
            {...field('subject')}
            label="제목"
            isOptional
            hint="비워두시면 내용의 첫 줄이 제목이 됩니다."
            autoComplete="off"
          />
        )}
        {isVisitor ? (
          <p className="text-small text-ink-700">
            답변을 본인만 볼 수 있도록 보내실 때 가입이나 로그인을 부탁드립니다. 쓰신 내용은 그대로 남고, 사진과 문서는
            그 뒤에 첨부하실 수 있습니다.
          </p>
        ) : (
          <div>
            <UploadList uploads={uploads} />
            <FileButtons onFiles={uploads.add} />
            <p className="text-caption text-ink-500">{UPLOAD_HINT}</p>
          </div>
        )}
        {problem && <Notice kind="danger">{problem}</Notice>}
        {isVisitor ? (
          <VisitorButtons
            onChoose={(chosen) => {
              way.current = chosen;
            }}
            onSignUp={submit}
          />
        ) : (
          <div>
            <Button type="submit" isBusy={isSubmitting} disabled={obstacle !== undefined} className="w-full sm:w-auto">
              상담 시작하기
            </Button>
            <p aria-live="polite" className="mt-1 text-caption text-ink-500">
              {obstacle}
            </p>
          </div>
        )}
      </form>
    </DropZone>
  );
}
