import { useEffect, useRef, useState } from 'react';
import { MAX_IMAGE_BYTES, UPLOAD_TYPES } from '#shared/contract/admin-images.ts';
import { ERRORS } from '#shared/contract/errors.ts';
import { findUploadedImage, thumbnailUrl } from '#shared/rules/image-url.ts';
import { ApiError, UNREADABLE_ERROR_MESSAGE } from '#web/lib/api-error.ts';
import { CONTROL_CLASS, Field } from '#web/ui/field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { uploadImage } from './images-api.ts';

const FILE_BUTTON_CLASS =
  'py-1.5 pl-1.5 text-[15px] file:mr-3 file:h-full file:rounded file:border-0 file:bg-olive-100 file:px-4 file:font-semibold file:text-olive-700';

type Props = {
  /** What stands in the section now. */
  url: string;
  onUploaded: (url: string) => void;
};

/** Sends files one at a time: a later one takes the place of one that is still under way. */
function useUpload(onUploaded: Props['onUploaded']) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const running = useRef<AbortController>(undefined);
  // The section may have moved to another place while its file was under way.
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

/** A file from this computer as the picture of a section. Files can be dropped on it too, as on every file field. */
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
          <input
            {...control}
            type="file"
            accept={UPLOAD_TYPES.join(',')}
            aria-busy={isBusy || undefined}
            className={`${CONTROL_CLASS} ${FILE_BUTTON_CLASS}`}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void send(file);
              // The same file may be chosen again, after it was mended.
              target.value = '';
            }}
          />
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
      <p role="status" className="text-[15px]/[24px] text-ink-700 sm:col-span-2">
        {isBusy && (
          <>
            <Spinner className="mr-2 size-4" />
            이미지를 올리고 있습니다.
          </>
        )}
      </p>
    </div>
  );
}
