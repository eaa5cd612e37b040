/** Root key of the admin queries: all are refetched after an admin has changed something. */
export const ADMIN_KEY = ['admin'] as const;
