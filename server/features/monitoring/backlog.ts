/** Numbers of open items in the database; `…Stuck` are overdue. */
export type Backlog = {
  ordersByStatus: Record<string, number>;
  paymentsStuck: number;
  cancelledButPaid: number;
  refundsOpen: number;
  refundsRefused: number;
  mailsStuck: number;
  mailsFailed: number;
  noticesStuck: number;
  noticesFailed: number;
  /** 1 while an hourly limit of the shop is reached: of SMS, of SMS that are no codes, or of 알림톡. */
  smsLimited: number;
  jobsStuck: number;
  jobsFailed: number;
  webhooksOldestSeconds: number;
  discrepanciesOpen: number;
  filesDamaged: number;
  fileRemovalsStuck: number;
  /** 1 while the holidays of a year are not known that begins within 60 days, or has begun. */
  holidaysMissing: number;
  /** Deadlines of open cases whose last day is within a week. */
  deadlinesNear: number;
  /** Letters that all have signed, and that were not sealed: a run failed, or none came. */
  lettersUnsealed: number;
};
