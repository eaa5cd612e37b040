const EOK = 100_000_000;
const MAN = 10_000;

/** An amount as people say it: 1005000 is `100만 5,000원`, 250000000 is `2억 5,000만원`. */
export function wonInWords(won: number): string {
  const parts = [
    { count: Math.trunc(won / EOK), unit: '억' },
    { count: Math.trunc((won % EOK) / MAN), unit: '만' },
    { count: won % MAN, unit: '' },
  ].filter(({ count }) => count > 0);
  if (parts.length === 0) return '0원';
  return `${parts.map(({ count, unit }) => count.toLocaleString('ko-KR') + unit).join(' ')}원`;
}
