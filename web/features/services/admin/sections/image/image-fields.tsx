import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { findUploadedImage } from '#shared/platform/image-url.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { ImagePicker } from '#web/features/images/admin/image-picker.tsx';
import { ImageUpload } from '#web/features/images/admin/image-upload.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { ServiceEditor } from '../../use-service-editor.ts';

type Props = Pick<ServiceEditor, 'form' | 'field'> & { path: `description.sections.${number}` };

/** The picture of a section: a new file, one that was uploaded before, or an address. */
export function ImageFields({ form, field, path }: Props) {
  const url = useWatch({ control: form.control, name: `${path}.url` });
  const address = field(`${path}.url`);
  const [isWanted, setWanted] = useState(false);
  const addressId = useId();
  const isElsewhere = url !== '' && findUploadedImage(url) === undefined;
  const isShown = isWanted || isElsewhere || address.error !== undefined;
  const choose = (chosen: string) =>
    form.setValue(`${path}.url`, chosen, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  return (
    <>
      <ImageUpload url={url} onUploaded={choose} />
      <ImagePicker chosen={url} onChoose={choose} />
      <button
        type="button"
        aria-expanded={isShown}
        aria-controls={addressId}
        onClick={() => setWanted(!isWanted)}
        className={`${ADMIN_LINK} justify-self-start`}
      >
        다른 곳의 이미지를 주소로 넣기
      </button>
      <div id={addressId} hidden={!isShown}>
        <TextField {...address} label="이미지 주소" autoComplete="off" />
      </div>
      <TextField
        {...field(`${path}.alt`)}
        label="대체 텍스트"
        hint="이미지를 볼 수 없는 사람에게 읽어 줄 말입니다."
        isOptional
        autoComplete="off"
      />
    </>
  );
}
