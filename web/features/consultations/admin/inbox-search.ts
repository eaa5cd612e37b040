/** The lists of the inbox, as they stand in the address; none is all conversations. */
export const INBOX_VIEWS = ['waiting', 'mine', 'unassigned'] as const;
export type InboxView = (typeof INBOX_VIEWS)[number];

export type InboxSearch = {
  view?: InboxView | undefined;
  q?: string | undefined;
  /** The conversation that is open. */
  id?: number | undefined;
};
