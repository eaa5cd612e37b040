import { Button } from '#web/ui/button.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Replaces the list while it is loading or failed. The English sentences are those of spec §4. */
export function ServicesLoading() {
  return (
    <div role="status">
      <p className="text-ink-500">
        서비스 목록을 불러오고 있습니다. <span lang="en">Loading services...</span>
      </p>
      <div aria-hidden="true" className="mt-6 grid gap-6 pb-[60px] md:grid-cols-2">
        {['a', 'b', 'c', 'd'].map((key) => (
          <div key={key} className="min-h-[260px] rounded-card border border-line bg-surface p-8">
            <Skeleton className="h-6 w-1/2" />
            <Skeleton className="mt-4 h-4 w-4/5" />
            <Skeleton className="mt-24 h-8 w-1/3" />
          </div>
        ))}
      </div>
    </div>
  );
}

export function ServicesError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className="min-h-[150px] rounded-card border border-danger bg-surface p-8">
      <p className="font-semibold text-danger">{`Error: ${message}`}</p>
      <p className="mt-1 text-ink-700">
        서비스 목록을 불러오지 못했습니다. 잠시 후 다시 시도하거나 전화로 문의해주세요.
      </p>
      <Button kind="secondary" onClick={onRetry} className="mt-5">
        다시 시도
      </Button>
    </div>
  );
}

/** Above a list that could not be refreshed: the message is kept (spec §4). */
export function ServicesOutdated({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-4 rounded border border-line bg-surface px-4 py-1"
    >
      <p className="py-2 text-small">{`${message} 이전에 불러온 목록을 보여드립니다.`}</p>
      <button type="button" onClick={onRetry} className={TEXT_LINK}>
        다시 시도
      </button>
    </div>
  );
}
