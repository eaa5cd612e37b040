import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { expectLateCode } from './late-code.ts';

const BAR =
  'fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center justify-center gap-x-6 border-line border-t bg-surface px-6 py-3 text-ink-900';
const IN_PLACE = 'flex flex-wrap items-center gap-x-6 rounded border border-line bg-surface px-4 py-3 text-ink-900';

type Settings = {
  /** Shown until the code is there. */
  pending?: ReactNode;
  /**
   * Where a part that cannot be loaded says so: a dialog has no place; `nowhere` is for what the
   * visitor did not ask for.
   */
  says?: 'in place' | 'in a bar' | 'nowhere';
};

/**
 * A component whose code is no part of the page's own. It loads when the page is idle, or when the
 * part is shown. Without a network the part says so and tries again, and the page stays as it is:
 * React's `lazy` would throw, and the whole page would be lost.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { pending = null, says = 'in a bar' }: Settings = {},
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  const fetchPart = async () => {
    known = await load();
    return known;
  };
  expectLateCode(fetchPart);

  return function LatePart(props: Props) {
    // In an object: React would call a component as the state's own function.
    const [part, setPart] = useState({ Part: known });
    const [isFailed, setFailed] = useState(false);
    const [tries, setTries] = useState(0);
    const { Part } = part;
    // biome-ignore lint/correctness/useExhaustiveDependencies: again with each try
    useEffect(() => {
      if (Part) return;
      let isGone = false;
      fetchPart().then(
        (loaded) => !isGone && setPart({ Part: loaded }),
        () => !isGone && setFailed(true),
      );
      return () => {
        isGone = true;
      };
    }, [Part, tries]);
    if (Part) return <Part {...props} />;
    if (!isFailed) return pending;
    if (says === 'nowhere') return null;
    const handleRetry = () => setTries(tries + 1);
    return <Missing className={says === 'in a bar' ? BAR : IN_PLACE} onRetry={handleRetry} />;
  };
}

function Missing({ className, onRetry }: { className: string; onRetry: () => void }) {
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <div role="alert" className={className}>
      <p>연결이 끊겨 이 부분을 불러오지 못했습니다.</p>
      <button
        type="button"
        onClick={onRetry}
        className="min-h-11 font-semibold text-olive-700 underline underline-offset-4"
      >
        다시 시도
      </button>
    </div>
  );
}
