import { useQuery } from '@tanstack/react-query';
import { useTrustedHtml } from '#web/lib/trusted-html.ts';
import { LoadError } from '#web/ui/list-page.tsx';
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx';
import { tosTableQuery } from '../api.ts';

const TABLE_LOOK =
  'text-small [&_caption]:pb-3 [&_caption]:text-left [&_caption]:font-semibold [&_caption]:text-ink-900 [&_p]:mt-4 [&_table]:w-full [&_table]:border-collapse [&_td]:align-top [&_th]:text-left [&_th]:align-top [&_th]:font-semibold [&_th]:text-ink-900';
/**
 * On a phone each row is a block of its cells, labelled by `data-label`: nothing scrolls sideways.
 */
const NARROW_LOOK =
  "max-sm:[&_table]:block max-sm:[&_caption]:block max-sm:[&_tbody]:block max-sm:[&_tr]:block max-sm:[&_th]:block max-sm:[&_td]:block max-sm:[&_thead]:sr-only max-sm:[&_tbody_tr]:border-line max-sm:[&_tbody_tr]:border-t max-sm:[&_tbody_tr]:py-3 max-sm:[&_td[data-label]]:text-ink-500 max-sm:[&_td[data-label]]:before:content-[attr(data-label)_':_']";
const WIDE_LOOK =
  'sm:[&_td]:border sm:[&_td]:border-line sm:[&_td]:p-2.5 sm:[&_th]:border sm:[&_th]:border-line sm:[&_th]:p-2.5 sm:[&_td]:[overflow-wrap:break-word] sm:[&_th]:[overflow-wrap:normal] sm:[&_thead_th]:bg-olive-100';

/** The terms that a new member agrees to, in a scrolling box. */
export function TermsTable() {
  const table = useQuery(tosTableQuery);
  const trusted = useTrustedHtml(table.data ?? '');
  if (table.data === undefined) {
    if (table.isError) {
      return <LoadError subject="이용약관" error={table.error} onRetry={() => void table.refetch()} />;
    }
    return (
      <div role="status" className="relative">
        <LoadingWords>이용약관을 불러오고 있습니다</LoadingWords>
        <Skeleton className="h-[280px] w-full" />
      </div>
    );
  }
  return (
    <section
      aria-label="이용약관과 개인정보 안내"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className={`h-[280px] overflow-auto rounded border border-line bg-surface p-4 ${TABLE_LOOK} ${NARROW_LOOK} ${WIDE_LOOK}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this site
      dangerouslySetInnerHTML={trusted}
    />
  );
}
