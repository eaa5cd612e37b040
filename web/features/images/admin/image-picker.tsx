import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '#shared/format/dates.ts';
import { thumbnailUrl } from '#shared/platform/image-url.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { imagesQuery } from './api.ts';

type Props = {
  /** The current picture. */
  chosen: string;
  onChoose: (url: string) => void;
};

/** Chooses one of the pictures that were uploaded before. */
export function ImagePicker({ chosen, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...imagesQuery, enabled: isOpen });
  return (
    <>
      <Button kind="secondary" aria-haspopup="dialog" className="justify-self-start" onClick={() => setOpen(true)}>
        올린 이미지에서 고르기
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="올린 이미지" size="large">
        <ListPage
          items={data}
          error={error}
          onRetry={() => void refetch()}
          loading={<Skeleton className="h-[240px] w-full" />}
          empty={<EmptyState title="올린 이미지가 없습니다">이미지 파일을 먼저 올려주세요.</EmptyState>}
          subject="올린 이미지"
        >
          {(images) => (
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
              {images.map((image) => (
                <li key={image.id}>
                  <button
                    type="button"
                    aria-pressed={image.url === chosen}
                    onClick={() => {
                      onChoose(image.url);
                      setOpen(false);
                    }}
                    className="block w-full rounded border border-line p-1.5 text-left text-caption text-ink-700 hover:border-ink-900 aria-pressed:border-olive-700 aria-pressed:bg-olive-100"
                  >
                    <img
                      src={thumbnailUrl(image)}
                      alt=""
                      width={image.width}
                      height={image.height}
                      loading="lazy"
                      className="aspect-[3/2] w-full bg-paper object-contain"
                    />
                    <span className="mt-1 block tabular-nums">
                      {`${formatDate(image.created_at)} · ${image.width}×${image.height}`}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </ListPage>
      </Dialog>
    </>
  );
}
