import type { ReactNode } from 'react';
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx';
import { DropZone } from './drop-zone.tsx';
import { MessageComposer, type MessageComposerProps } from './message-composer.tsx';
import type { OutgoingMessage, ThreadSource } from './thread-source.ts';
import { ThreadView } from './thread-view.tsx';
import { type Composer, useComposer } from './use-composer.ts';
import { type Thread, useThread } from './use-thread.ts';

type ComposerProps = Omit<MessageComposerProps, 'composer'>;

type Props = {
  /** Stable, as by `useMemo`. A panel is for one conversation: give it the id as key. */
  source: ThreadSource;
  accountId: number;
  /** Names the log for screen readers. */
  label: string;
  /** How far the customer has read, for administrators. */
  customerReadSeq?: number;
  /** How many messages are unread when it is opened. */
  unread: number;
  /** Holds what the composer writes at present. */
  kind?: OutgoingMessage['kind'];
  /** The composer's texts and tools; the function gets what is being written. */
  composer: ComposerProps | ((composer: Composer) => ComposerProps);
  /** Asked before a message is sent; false keeps it. */
  isSure?: () => Promise<boolean>;
  /** In place of the composer, where nothing can be sent. */
  closed?: ReactNode;
};

/** Messages and composer of a conversation, in a column that takes the height of its parent. */
export function ThreadPanel(props: Props) {
  const thread = useThread(props.source, props.accountId);
  if (!thread) {
    return (
      <div role="status" className="relative grow p-6">
        <LoadingWords>불러오고 있습니다</LoadingWords>
        <Skeleton className="h-16 w-3/5" />
      </div>
    );
  }
  return <LoadedThread {...props} thread={thread} />;
}

function LoadedThread(props: Props & { thread: Thread }) {
  const { thread, source, accountId, label, customerReadSeq, unread, kind = 'message', isSure, closed } = props;
  const composer = useComposer({ source, store: thread.store, accountId, kind });
  const send = async () => {
    if (composer.canSend && (!isSure || (await isSure()))) composer.send();
  };
  const composerProps = typeof props.composer === 'function' ? props.composer(composer) : props.composer;
  return (
    <DropZone onFiles={closed ? ignore : composer.uploads.add} className="flex min-h-0 grow flex-col">
      <ThreadView
        thread={thread}
        source={source}
        label={label}
        unread={unread}
        {...(customerReadSeq !== undefined && { customerReadSeq })}
      />
      {closed ?? <MessageComposer {...composerProps} composer={{ ...composer, send: () => void send() }} />}
    </DropZone>
  );
}

function ignore(): void {
  // A closed conversation takes no files.
}
