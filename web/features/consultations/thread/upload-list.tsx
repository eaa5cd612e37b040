import { formatBytes } from '#shared/format/bytes.ts';
import type { Upload, Uploads } from './use-uploads.ts';

const BUTTON =
  'inline-flex min-h-11 shrink-0 items-center px-2 font-semibold text-caption underline underline-offset-4';

const removeLabel = ({ status }: Upload) => (status === 'uploading' ? '취소' : '빼기');

/** The files of the message that is being written, with their progress. */
export function UploadList({ uploads: { items, problem, remove, retry } }: { uploads: Uploads }) {
  return (
    <>
      {items.length > 0 && (
        <ul aria-label="첨부할 파일" className="mb-2 grid max-h-44 gap-1 overflow-y-auto">
          {items.map((item) => (
            <li key={item.key} className="rounded border border-line bg-paper py-1 pr-1 pl-3">
              <div className="flex items-center gap-2">
                <p className="min-w-0 grow text-caption">
                  <span className="block truncate font-semibold text-ink-900">{item.name}</span>
                  <UploadState item={item} />
                </p>
                {item.status === 'failed' && (
                  <button
                    type="button"
                    aria-label={`다시 올리기: ${item.name}`}
                    onClick={() => retry(item.key)}
                    className={`${BUTTON} text-olive-700`}
                  >
                    다시 올리기
                  </button>
                )}
                <button
                  type="button"
                  aria-label={`${removeLabel(item)}: ${item.name}`}
                  onClick={() => remove(item.key)}
                  className={`${BUTTON} text-ink-700`}
                >
                  {removeLabel(item)}
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <p role="alert" className="text-caption text-danger">
        {problem && <span className="mb-2 block">{problem}</span>}
      </p>
    </>
  );
}

function UploadState({ item }: { item: Upload }) {
  if (item.status === 'failed') return <span className="text-danger">{`실패: ${item.problem}`}</span>;
  if (item.status === 'done') return <span className="text-ink-500">{formatBytes(item.size)}</span>;
  const percent = Math.round(item.part * 100);
  return (
    <span className="flex items-center gap-2 text-ink-500 tabular-nums">
      <progress value={percent} max={100} aria-label={`${item.name} 올리기`} className="h-1.5 w-28 accent-olive-700" />
      {`${percent}%`}
    </span>
  );
}
