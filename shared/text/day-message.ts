/** The sentence about a day that does not exist. Apart from the check, which every page loads. */
export const DAY_MESSAGE = '날짜가 올바르지 않습니다. (예: 2026-03-01)';
