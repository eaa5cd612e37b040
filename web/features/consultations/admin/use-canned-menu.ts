import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { AdminConversationDetail, CannedReply } from '#shared/features/consultations/admin-schemas.ts';
import { isComposing } from '#web/lib/browsers/is-composing.ts';
import { cannedRepliesQuery } from './api.ts';
import { cannedSearch, fillCannedText, findCannedReplies } from './canned-text.ts';

type Settings = {
  text: string;
  setText: (text: string) => void;
  conversation: AdminConversationDetail;
  ownName: string;
};

/** The menu that a `/` at the start of the text opens: arrows move, Enter takes, Esc closes. */
export function useCannedMenu({ text, setText, conversation, ownName }: Settings) {
  const { data } = useQuery(cannedRepliesQuery);
  const [closedAt, setClosedAt] = useState<string>();
  const [index, setIndex] = useState(0);
  const search = closedAt === text ? undefined : cannedSearch(text);
  const isOpen = search !== undefined;
  const replies = isOpen ? findCannedReplies(data ?? [], search) : [];
  const activeIndex = Math.min(index, replies.length - 1);
  const insert = (reply: CannedReply) => {
    setIndex(0);
    setText(fillCannedText(reply.text, conversation, ownName));
  };
  /** Inserts the active reply. Without one the search stays, which is no message. */
  const choose = () => {
    const active = replies[activeIndex];
    if (active) insert(active);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isOpen || isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') setClosedAt(text);
    else if (event.key === 'ArrowDown') setIndex(Math.min(activeIndex + 1, replies.length - 1));
    else if (event.key === 'ArrowUp') setIndex(Math.max(activeIndex - 1, 0));
    else if (event.key === 'Tab' && replies.length > 0) choose();
    else return;
    event.preventDefault();
  };
  return { isOpen, replies, activeIndex, insert, choose, handleKeyDown };
}
