import { Link, useCanGoBack, useRouter } from '@tanstack/react-router';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import type { AdminPath } from './admin-pages.ts';

type Props<Search> = {
  to: AdminPath;
  /** Without the cursor, so the first page. */
  filters: Search;
  isFirst: boolean;
  /** Cursor of the next page; none on the last one. */
  next: string | undefined;
};

/** Next by the cursor, back by the browser's history: a cursor only leads forward. */
export function ListPaging<Search extends object>({ to, filters, isFirst, next }: Props<Search>) {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  if (isFirst && next === undefined) return null;
  return (
    <nav aria-label="페이지 이동" className="flex flex-wrap gap-3">
      {!isFirst && (
        <Link to={to} search={filters} className={buttonClass('secondary')}>
          처음
        </Link>
      )}
      {!isFirst && canGoBack && (
        <Button kind="secondary" onClick={() => router.history.back()}>
          이전
        </Button>
      )}
      {next !== undefined && (
        <Link to={to} search={{ ...filters, cursor: next }} className={buttonClass('secondary')}>
          다음
        </Link>
      )}
    </nav>
  );
}
