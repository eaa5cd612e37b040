import { useEffect, useRef, useState } from 'react';
import { ERRORS } from '#shared/contract/errors.ts';
import { MAX_IMAGE_BYTES, UPLOAD_TYPES } from '#shared/features/images/schemas.ts';
import { findUploadedImage, thumbnailUrl } from '#shared/platform/image-url.ts';
import { ApiError, UNREADABLE_ERROR_MESSAGE } from '#web/lib/api-error.ts';
import { Field } from '#web/ui/field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { uploadImage } from './api.ts';

/**
 * Drawn below the browser's own control, which is hidden: its texts are in the browser's language.
 */
const DROP_CLASS =
  'flex min-h-12 items-center gap-3 rounded border border-ink-500 border-dashed bg-surface p-1.5 text-small text-ink-700 transition-colors duration-150 peer-hover:border-ink-900 peer-focus-visible:outline-2 peer-focus-visible:outline-olive-600 peer-focus-visible:outline-offset-2 peer-aria-invalid:border-danger';
const BUTTON_CLASS = 'shrink-0 whitespace-nowrap rounded bg-olive-100 px-4 py-1.5 font-semibold text-olive-700';

type Props = {
  /** The current picture of the section. */
  url: string;
  onUploaded: (url: string) => void;
};

/** Uploads files one at a time: a later one replaces one in progress. */
function useUpload(onUploaded: Props['onUploaded']) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const running = useRef<AbortController>(undefined);
  // The section may have moved while its file was uploading.
  const latest = useRef(onUploaded);
  useEffect(() => {
    latest.current = onUploaded;
  });
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File) => {
    running.current?.abort();
    if (file.size > MAX_IMAGE_BYTES) {
      setBusy(false);
      setError(ERRORS.IMAGE_TOO_LARGE.message);
      return;
    }
    const control = new AbortController();
    running.current = control;
    const { signal } = control;
    setBusy(true);
    setError(undefined);
    try {
      const { url } = await uploadImage(file, signal);
      if (!signal.aborted) latest.current(url);
    } catch (failure) {
      if (!signal.aborted) setError(failure instanceof ApiError ? failure.message : UNREADABLE_ERROR_MESSAGE);
    } finally {
      if (!signal.aborted) setBusy(false);
    }
  };
  return { isBusy, error, send };
}

/** A local file as the picture of a section, selected or dropped. */
export function ImageUpload({ url, onUploaded }: Props) {
  const { isBusy, error, send } = useUpload(onUploaded);
  const image = findUploadedImage(url);
  return (
    <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
      <Field
        label="이미지 파일 올리기"
        hint="JPEG, PNG, WebP, AVIF, GIF 파일을 10MB까지 올릴 수 있습니다. 움직이는 이미지는 첫 장면만 씁니다."
        error={error}
        isOptional
      >
        {(control) => (
          <div className="relative">
            <input
              {...control}
              type="file"
              accept={UPLOAD_TYPES.join(',')}
              aria-busy={isBusy || undefined}
              className="peer absolute inset-0 h-full w-full cursor-pointer opacity-0"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) void send(file);
                // Lets the user select the same file again after fixing it.
                target.value = '';
              }}
            />
            <div className={DROP_CLASS}>
              <span aria-hidden="true" className={BUTTON_CLASS}>
                파일 선택
              </span>
              <span role="status">
                {isBusy && (
                  <>
                    <Spinner className="mr-2 size-4" />
                    이미지를 올리고 있습니다.
                  </>
                )}
              </span>
              {!isBusy && <span aria-hidden="true">이곳에 놓아도 됩니다.</span>}
            </div>
          </div>
        )}
      </Field>
      {image && !isBusy && (
        <img
          src={thumbnailUrl(image)}
          alt=""
          width={image.width}
          height={image.height}
          className="h-24 w-36 rounded border border-line bg-paper object-contain sm:mt-[30px]"
        />
      )}
    </div>
  );
}
