import { useEffect, useRef, useState } from 'react';
import type { AdminConversation } from '#shared/features/consultations/admin-schemas.ts';
import type { BeginConversationBody } from '#shared/features/consultations/schemas.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { newUuid } from '#web/lib/new-uuid.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { confirmRoom, readersOf } from '../rooms.ts';
import { DropZone } from '../thread/drop-zone.tsx';
import { MessageComposer } from '../thread/message-composer.tsx';
import { useDraft } from '../thread/use-draft.ts';
import { beginConversation } from './api.ts';

type Recipient = Pick<BeginConversationBody, 'order_id' | 'user_id' | 'room'>;

type Props = {
  recipient: Recipient;
  accountId: number;
  /** Stands above the button. */
  hint: string;
  onBegun: (conversation: AdminConversation) => unknown;
};

const placeOf = ({ order_id, user_id, room }: Recipient) =>
  `begin-${order_id ? `order-${order_id}-${room}` : `user-${user_id}`}`;

/** Writes to a customer who has no open conversation: a button, behind it the composer. */
export function BeginConversation({ hint, ...props }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <BeginComposer {...props} />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded border border-line bg-surface p-4 md:px-6">
      <p>{hint}</p>
      <Button kind="secondary" onClick={() => setOpen(true)}>
        대화 시작
      </Button>
    </div>
  );
}

function BeginComposer({ recipient, accountId, onBegun }: Omit<Props, 'hint'>) {
  const { attachments, clear, ...draft } = useDraft(accountId, placeOf(recipient));
  const [clientId, setClientId] = useState(newUuid);
  const { isBusy, problem, run } = useAction();
  const about = { order_id: recipient.order_id ?? null, room: recipient.room ?? 'buyer' };
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.querySelector('textarea')?.focus(), []);
  const send = async () => {
    if (!(await confirmRoom(about, 'staff'))) return;
    await run(async () => {
      try {
        const ids = attachments.map(({ id }) => id);
        const body = { ...recipient, client_id: clientId, text: draft.text.trim(), attachment_ids: ids };
        const conversation = await beginConversation(body);
        clear();
        await onBegun(conversation);
      } catch (error) {
        // An earlier attempt arrived although its answer did not; then the text was changed.
        if (error instanceof ApiError && error.code === 'CLIENT_ID_REUSED') setClientId(newUuid());
        throw error;
      }
    });
  };
  const canSend = draft.canSend && !isBusy;
  return (
    <div ref={field} className="grid gap-3">
      <DropZone onFiles={draft.uploads.add} className="overflow-hidden rounded border border-line">
        <MessageComposer
          composer={{ ...draft, canSend, send: () => void (canSend && send()) }}
          label="고객에게 보낼 첫 메시지"
          readers={readersOf(about, 'staff')}
          placeholder="고객에게 보낼 첫 메시지"
        />
      </DropZone>
      {problem && <Notice kind="danger">{problem}</Notice>}
    </div>
  );
}
