type Author = 'customer' | 'staff';

/**
 * The data of each event of `GET /api/events`, as JSON. Events are hints with ids and never hold a
 * text: a page that gets one reads what is new by the calls of the conversation. Several changes
 * may come as one event, and an event may come twice.
 */
export type StreamEvents = {
  /**
   * There are messages up to `seq`: read `?after=` the last one on the page. A `seq` that the page
   * has already says that this message changed (the scan of a file has ended). `note` is only sent
   * to administrators and is above 0 for a note.
   */
  message: { conversation_id: number; seq: number; note?: number };
  /** Status, assignee or hold changed. `id` repeats `conversation_id`. */
  conversation: { conversation_id: number; id: number; version: number };
  /** `by` has read up to `seq`. Own marks come too, for the other windows of the same person. */
  read: { conversation_id: number; seq: number; by: Author };
  /** Shown for a few seconds. Never one's own. */
  typing: { conversation_id: number; by: Author; name: string };
  /** Something that the person reads in an order's case changed: people, shares, papers, answers, deadlines, letter. */
  case: { order_id: number };
};
export type StreamEventName = keyof StreamEvents;

/** Permissions by which administrators get the events of others. */
export const STAFF_PERMISSIONS = ['consultations', 'orders'] as const;
export type StaffPermission = (typeof STAFF_PERMISSIONS)[number];
