import { z } from 'zod';
import { line, requiredLine } from '#shared/contract/fields.ts';
import { isImageUrl } from '#shared/platform/image-url.ts';

export const imageSection = z.object({
  type: z.literal('image'),
  url: z.string().default(''),
  alt: z.string().optional(),
});

export const imageSectionBody = z.object({
  type: z.literal('image'),
  url: requiredLine(2000, '이미지 주소를 입력해주세요.').refine(
    (url) => url === '' || isImageUrl(url),
    '이미지 주소는 https 주소나 이 사이트의 경로여야 합니다.',
  ),
  alt: line(300).optional(),
});
