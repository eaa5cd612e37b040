import { useQuery } from '@tanstack/react-query';
import { LoadError } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { tosTableQuery } from './api.ts';

const TABLE_LOOK =
  'text-[15px]/[24px] [&_caption]:pb-3 [&_caption]:text-left [&_caption]:font-semibold [&_caption]:text-ink-900 [&_p]:mt-4 [&_table]:w-full [&_table]:min-w-[580px] [&_table]:border-collapse [&_td]:border [&_td]:border-line [&_td]:p-2.5 [&_td]:align-top [&_th]:[overflow-wrap:normal] [&_th]:border [&_th]:border-line [&_th]:p-2.5 [&_th]:text-left [&_th]:align-top [&_th]:font-semibold [&_th]:text-ink-900 [&_thead_th]:bg-olive-100';

/** What a new member agrees to, in a box of its own that scrolls. */
export function TermsTable() {
  const table = useQuery(tosTableQuery);
  if (table.data === undefined) {
    if (table.isError) {
      return <LoadError subject="이용약관" message={table.error.message} onRetry={() => void table.refetch()} />;
    }
    return (
      <div role="status">
        <span className="sr-only">이용약관을 불러오고 있습니다</span>
        <Skeleton className="h-[280px] w-full" />
      </div>
    );
  }
  return (
    <section
      aria-label="이용약관과 개인정보 안내"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
      tabIndex={0}
      className={`h-[280px] overflow-auto rounded border border-line bg-surface p-4 ${TABLE_LOOK}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of the firm's own, part of this site
      dangerouslySetInnerHTML={{ __html: table.data }}
    />
  );
}
