declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list of services opens at those of people who serve now, unless a tab was chosen before. */
    isForServing?: boolean;
  }
}

/** The state of a link from home to the list of services: most who come from there serve now. */
export const FOR_SERVING = { isForServing: true } as const;
