import { useWatch } from 'react-hook-form';
import { ImageUpload } from '#web/features/images/admin/image-upload.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { ServiceEditor } from './use-service-editor.ts';

type Props = Pick<ServiceEditor, 'form' | 'field'> & { path: `description.sections.${number}` };

/** The picture of a section: an uploaded file, or a typed address. */
export function ImageFields({ form, field, path }: Props) {
  const url = useWatch({ control: form.control, name: `${path}.url` });
  return (
    <>
      <ImageUpload
        url={url}
        onUploaded={(uploaded) =>
          form.setValue(`${path}.url`, uploaded, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
        }
      />
      <TextField {...field(`${path}.url`)} label="이미지 주소" autoComplete="off" />
      <TextField {...field(`${path}.alt`)} label="대체 텍스트" isOptional autoComplete="off" />
    </>
  );
}
