import { useRef } from 'react';
import { useEarlyInput } from '#web/ui/hydration/use-early-input.ts';

const INPUT_ID = 'service-search';

/** Filters the list while typing; nothing is sent. */
export function ServiceSearch({ term, onChange }: { term: string; onChange: (term: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEarlyInput(INPUT_ID);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className="relative">
      <label htmlFor={INPUT_ID} className="sr-only">
        서비스 검색
      </label>
      <svg
        viewBox="0 0 24 24"
        className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 fill-none stroke-ink-500"
        strokeWidth="1.75"
        aria-hidden="true"
      >
        <circle cx="10.5" cy="10.5" r="6.5" />
        <path d="m15.5 15.5 5 5" />
      </svg>
      <input
        ref={input}
        id={INPUT_ID}
        type="search"
        value={term}
        onChange={(event) => onChange(event.target.value)}
        placeholder="필요한 군 복무 서비스 검색 (예: 현부심, 징계)"
        autoComplete="off"
        enterKeyHint="search"
        className={`h-13 w-full rounded border border-ink-500 bg-surface pl-12 text-ink-900 placeholder:text-dense placeholder:text-ink-500 sm:placeholder:text-body ${term === '' ? 'pr-3' : 'pr-13'}`}
      />
      {term !== '' && (
        <button
          type="button"
          onClick={clear}
          aria-label="검색창 비우기"
          className="absolute inset-y-1 right-1 inline-flex w-11 items-center justify-center rounded text-ink-700 hover:text-ink-900"
        >
          <svg viewBox="0 0 24 24" className="size-5 fill-none stroke-current" strokeWidth="2" aria-hidden="true">
            <path d="m6 6 12 12M18 6 6 18" />
          </svg>
        </button>
      )}
    </div>
  );
}
