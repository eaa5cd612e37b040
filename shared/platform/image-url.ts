import { isSitePath } from './return-to.ts';

/**
 * Where a picture of a service may come from: an https address or a path on this site. Browsers
 * refuse `http:` pictures on an https page, and `javascript:` or `data:` are no pictures.
 */
export function isImageUrl(text: string): boolean {
  return /^https:\/\/[^\s\\/?#@]+([/?#][^\s\\]*)?$/i.test(text) || isSitePath(text);
}

export const IMAGE_FORMATS = ['avif', 'webp'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];
export type ImageSize = { width: number; height: number };
/** A picture that administrators uploaded; the size is that of its largest file. */
export type UploadedImage = ImageSize & { id: string };

/**
 * Widths in pixels that an uploaded picture is kept in, as far as it is that wide. Addresses in
 * services say no more than the size of the largest, so pictures of before a change of this list
 * would lack files that are asked for.
 */
const WIDTHS = [480, 960, 1440] as const;
const MAX_IMAGE_WIDTH = 1440;
/** Three screens of a picture as wide as it can be. */
const MAX_IMAGE_HEIGHT = 4320;

const FILE = /^([0-9a-f]{32})-([1-9]\d{0,3})x([1-9]\d{0,3})\.(avif|webp)$/;
const FOLDER = '/uploads/';

/** The size that fits a width, in whole pixels; at least one. */
function sizeAtWidth({ width, height }: ImageSize, to: number): ImageSize {
  return { width: to, height: Math.max(1, Math.round((height * to) / width)) };
}

/**
 * The size of the largest file of a picture: never larger than the picture, nor than what the shop
 * can show.
 */
export function largestImageSize({ width, height }: ImageSize): ImageSize {
  const scale = Math.min(1, MAX_IMAGE_WIDTH / width, MAX_IMAGE_HEIGHT / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The sizes that a picture is kept in, by the size of its largest file, which comes last. */
export function imageSizes(largest: ImageSize): ImageSize[] {
  return [...WIDTHS.filter((width) => width < largest.width).map((width) => sizeAtWidth(largest, width)), largest];
}

/** The name of one file below `/uploads/`, taken apart; undefined for what cannot be one. */
export function parseImageFile(file: string): (UploadedImage & { format: ImageFormat }) | undefined {
  const [, id, width, height, ending] = FILE.exec(file) ?? [];
  const format = IMAGE_FORMATS.find((known) => known === ending);
  if (id === undefined || format === undefined) return undefined;
  const image = { id, width: Number(width), height: Number(height), format };
  return image.width <= MAX_IMAGE_WIDTH && image.height <= MAX_IMAGE_HEIGHT ? image : undefined;
}

function fileUrl(id: string, { width, height }: ImageSize, format: ImageFormat): string {
  return `${FOLDER}${id}-${width}x${height}.${format}`;
}

/** The address of an uploaded picture in a service: its largest WebP file. */
export function uploadedImageUrl(image: UploadedImage): string {
  return fileUrl(image.id, image, 'webp');
}

/**
 * The picture behind an address that `uploadedImageUrl` made; undefined for every other address.
 */
export function findUploadedImage(url: string): UploadedImage | undefined {
  const image = url.startsWith(FOLDER) ? parseImageFile(url.slice(FOLDER.length)) : undefined;
  return image?.format === 'webp' ? { id: image.id, width: image.width, height: image.height } : undefined;
}

/** All files of a picture in a format, as `srcset` names them. */
export function imageSrcSet(image: UploadedImage, format: ImageFormat): string {
  return imageSizes(image)
    .map((size) => `${fileUrl(image.id, size, format)} ${size.width}w`)
    .join(', ');
}

/** The smallest file of a picture, for where it is shown small. */
export function thumbnailUrl(image: UploadedImage): string {
  return fileUrl(image.id, imageSizes(image)[0] ?? image, 'webp');
}
