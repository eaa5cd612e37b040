import { type ChangeEvent, useRef } from 'react';
import { FileSymbol } from './attachment-view.tsx';
import { ACCEPTED_FILES } from './use-uploads.ts';

const BUTTON =
  'inline-flex min-h-11 items-center gap-1.5 rounded px-2 font-semibold text-small text-ink-700 hover:bg-olive-100';

/** Chooses files; on a phone also takes a photograph. */
export function FileButtons({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(currentTarget.files ?? [])]);
    // The same file can be chosen again.
    currentTarget.value = '';
  };
  return (
    <>
      <input
        ref={files}
        type="file"
        multiple
        accept={ACCEPTED_FILES}
        onChange={handleChange}
        hidden
        aria-label="첨부할 파일"
      />
      <button type="button" onClick={() => files.current?.click()} className={BUTTON}>
        <FileSymbol />
        파일 첨부
      </button>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        onChange={handleChange}
        hidden
        aria-label="사진"
      />
      <button type="button" onClick={() => camera.current?.click()} className={`${BUTTON} pointer-fine:hidden`}>
        <svg viewBox="0 0 24 24" className="size-5 fill-none stroke-current" strokeWidth="1.5" aria-hidden="true">
          <path d="M4 7.5h3.5l1.5-2.5h6l1.5 2.5H20v11.5H4z" />
          <circle cx="12" cy="13" r="3.5" />
        </svg>
        사진 촬영
      </button>
    </>
  );
}
