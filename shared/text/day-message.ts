/** What is said of a day that cannot be, without the schemas that check it. */
export const DAY_MESSAGE = '날짜가 올바르지 않습니다. (예: 2026-03-01)';
