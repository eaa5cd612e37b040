import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { LoadingWords } from './skeleton.tsx';

type LoadedProps<T> = {
  data: T | undefined;
  error: Error | null;
  onRetry: () => void;
  /** As high as the content that will replace it. */
  loading: ReactNode;
  /** Names what could not be loaded, as in `신청 내역`. */
  subject: string;
  children: (data: T) => ReactNode;
};

type ListProps<T> = Omit<LoadedProps<readonly T[]>, 'data'> & { items: readonly T[] | undefined; empty: ReactNode };

/** A list with its loading, error and empty states. Loaded rows stay when a refetch fails. */
export function ListPage<T>({ items, empty, children, ...states }: ListProps<T>) {
  return (
    <Loaded data={items} {...states}>
      {(loaded) => (loaded.length > 0 ? children(loaded) : empty)}
    </Loaded>
  );
}

/** Content with its loading and error states. What is loaded stays when a refetch fails. */
export function Loaded<T>({ data, error, onRetry, loading, subject, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  if (error) return <LoadError subject={subject} error={error} onRetry={onRetry} />;
  return (
    <div role="status" className="relative">
      <LoadingWords>{`${subject} 불러오는 중`}</LoadingWords>
      {loading}
    </div>
  );
}

/** The server's answer to a number that nothing has: it stays the same. */
function isFinal(error: Error): boolean {
  return 'status' in error && error.status === 404;
}

/** Says what could not be loaded, and offers a retry where it can help. */
export function LoadError({ subject, error, onRetry }: { subject: string; error: Error; onRetry: () => void }) {
  return (
    <div role="alert" className="rounded-card border border-danger bg-surface p-6">
      <p className="font-semibold text-danger">{`${subject}: 불러오지 못했습니다`}</p>
      <p className="mt-1 text-ink-700">{error.message}</p>
      {!isFinal(error) && (
        <Button kind="secondary" className="mt-4" onClick={onRetry}>
          다시 시도
        </Button>
      )}
    </div>
  );
}

/** Says that the list is empty and what to do. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-card border border-line bg-surface p-8 text-center">
      <p className="font-semibold text-ink-900">{title}</p>
      {children && <div className="mt-2 text-ink-700">{children}</div>}
    </div>
  );
}
