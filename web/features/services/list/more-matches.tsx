import { Button } from '#web/ui/button.tsx';
import type { SearchResult } from './service-list.ts';

/** Shows more matches of a search in a long list; nothing when all are shown. */
export function MoreMatches({ found: { count, shown }, onMore }: { found: SearchResult; onMore: () => void }) {
  if (shown.length >= count) return null;
  const [most, now] = [count, shown.length].map((number) => number.toLocaleString('ko-KR'));
  return (
    <div className="pb-[60px] text-center">
      <p className="mb-4 text-ink-700 text-small">{`검색 결과 ${most}건 중 ${now}건을 보여드립니다.`}</p>
      <Button kind="secondary" onClick={onMore}>
        검색 결과 더 보기
      </Button>
    </div>
  );
}
