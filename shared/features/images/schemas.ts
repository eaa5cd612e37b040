import { z } from 'zod';
import { timestamp } from '#shared/contract/fields.ts';

export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** Frames of a moving picture count each. */
export const MAX_IMAGE_PIXELS = 40_000_000;
/** Holds what may be uploaded, by the names that browsers know it by; the server looks at the content alone. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;

const IMAGE_MISSING_MESSAGE = '이미지 파일을 하나 선택해주세요.';
/** Why a file is no picture that can be shown. */
export const IMAGE_PROBLEMS = {
  type: 'JPEG, PNG, WebP, AVIF, GIF 이미지만 올릴 수 있습니다.',
  pixels: '이미지가 너무 큽니다. 가로와 세로를 줄인 뒤 다시 올려주세요. (4,000만 화소까지)',
  damaged: '이미지를 읽을 수 없습니다. 파일이 손상되지 않았는지 확인해주세요.',
} as const;
export type ImageProblem = keyof typeof IMAGE_PROBLEMS;

/** `multipart/form-data` with one file. */
export const uploadImageBody = z.object({
  file: z
    .instanceof(Uint8Array, { error: IMAGE_MISSING_MESSAGE })
    .refine((bytes) => bytes.length > 0, IMAGE_MISSING_MESSAGE)
    .meta({ type: 'string', format: 'binary' }),
});
export type UploadImageBody = z.input<typeof uploadImageBody>;

/** `url` is for a section of a service; `width` and `height` are those of the largest file. */
export const uploadedImage = z.object({ id: z.string(), url: z.string(), width: z.int(), height: z.int() });
export type UploadedImage = z.infer<typeof uploadedImage>;

/** How many pictures can be chosen from. */
export const MAX_LISTED_IMAGES = 100;

export const listedImage = uploadedImage.extend({ created_at: timestamp });
export type ListedImage = z.infer<typeof listedImage>;
