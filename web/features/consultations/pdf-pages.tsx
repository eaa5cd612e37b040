import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as attachmentCalls from '#shared/features/attachments/calls.ts';
import type { FilePages } from '#shared/features/attachments/schemas.ts';
import { send, urlOf } from '#web/lib/send.ts';
import { LoadError } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx';

const pagesQuery = (id: number) =>
  queryOptions({
    queryKey: ['attachments', id, 'pages'],
    queryFn: ({ signal }) => send(attachmentCalls.pages, { params: { id }, signal }),
    meta: { isPersonal: true },
    // The bytes of a file never change.
    staleTime: Number.POSITIVE_INFINITY,
  });

const CLOSED: Record<Exclude<FilePages['state'], 'open'>, string> = {
  locked: '암호가 걸린 PDF라서 여기에서 보여드릴 수 없습니다. 내려받아 암호를 입력하고 열어주세요.',
  damaged: '파일을 읽지 못해 여기에서 보여드릴 수 없습니다. 내려받아 확인해주세요.',
};

/** The pages of a PDF below each other, as wide as the window; each loads when it is scrolled to. */
export function PdfPages({ id, filename }: { id: number; filename: string }) {
  const { data, error, refetch } = useQuery(pagesQuery(id));
  if (!data) {
    if (error) return <LoadError subject="파일" error={error} onRetry={() => void refetch()} />;
    return (
      <div role="status" className="relative">
        <LoadingWords>파일 불러오는 중</LoadingWords>
        <Skeleton className="h-[60vh] w-full" />
      </div>
    );
  }
  if (data.state !== 'open') return <Notice kind="info">{CLOSED[data.state]}</Notice>;
  return (
    <>
      <ol aria-label={`${filename}, 모두 ${data.count}쪽`} className="-mx-4 grid gap-5 sm:mx-0">
        {data.pages.map((size, index) => (
          <Page
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
            key={index}
            id={id}
            page={index + 1}
            count={data.count}
            size={size}
          />
        ))}
      </ol>
      {data.count > data.pages.length && (
        <p className="mt-5 text-small">{`여기에서는 ${data.pages.length}쪽까지 보여드립니다. 나머지는 내려받아 봐주세요.`}</p>
      )}
    </>
  );
}

type PageProps = { id: number; page: number; count: number; size: FilePages['pages'][number] };

function Page({ id, page, count, size }: PageProps) {
  const [isMissing, setMissing] = useState(false);
  const src = urlOf(attachmentCalls.download, { params: { id }, query: { page: String(page) } });
  return (
    <li>
      {isMissing ? (
        <Notice kind="info">이 쪽을 보여드리지 못했습니다. 파일을 내려받아 확인해주세요.</Notice>
      ) : (
        <img
          src={src}
          alt={`${page}쪽`}
          loading="lazy"
          onError={() => setMissing(true)}
          width={size.width}
          height={size.height}
          className="h-auto w-full rounded border border-line bg-surface"
        />
      )}
      <p
        aria-hidden="true"
        className="mt-1 text-center text-caption text-ink-500 tabular-nums"
      >{`${page} / ${count}`}</p>
    </li>
  );
}
