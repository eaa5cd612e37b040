const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/KAKAOTALK/i, '카카오톡'],
  [/NAVER\(/i, '네이버 앱'],
  [/SamsungBrowser\//, '삼성 인터넷'],
  [/Whale\//, '웨일'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

function nameIn(names: typeof BROWSERS, userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}

/**
 * Names a browser and its system as people know them, as in `Chrome · Windows`. Only these names:
 * the header is free text, which must not reach mails.
 */
export function deviceLabel(userAgent: string): string {
  const names = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(' · ') : '알 수 없는 기기';
}
