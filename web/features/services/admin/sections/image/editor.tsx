import { findUploadedImage } from '#shared/platform/image-url.ts';
import type { SectionKind } from '../section-kind.ts';
import { ImageFields } from './image-fields.tsx';

export const imageKind: SectionKind<'image'> = {
  label: '이미지',
  toValues: ({ url, alt = '' }) => ({ url, alt }),
  toSection: ({ url, alt }) => ({ type: 'image', url, alt }),
  // The name of an uploaded file is a hash, which says nothing.
  summary: ({ url, alt }) => alt || (findUploadedImage(url) ? '올린 이미지' : (url.split('/').at(-1) ?? '')),
  Editor: ImageFields,
};
