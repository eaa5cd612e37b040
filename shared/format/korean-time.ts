/**
 * Returns a formatter of times in Korea: the firm works there, wherever the reader is. It is made
 * when first used, because the first one of a process loads 8 MB.
 */
// biome-ignore format: bundlers read the annotation only directly before the function
/* @__NO_SIDE_EFFECTS__ */ export function koreanTime(options: Intl.DateTimeFormatOptions, locale = 'ko-KR'): (at: Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (at) => {
    made ??= new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Seoul', ...options });
    return made.format(at);
  };
}
