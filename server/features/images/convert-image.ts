import sharp, { type Metadata, type Sharp } from 'sharp';
import { type ImageProblem, MAX_IMAGE_PIXELS } from '#shared/features/images/schemas.ts';
import {
  IMAGE_FORMATS,
  type ImageFormat,
  type ImageSize,
  imageSizes,
  largestImageSize,
} from '#shared/platform/image-url.ts';

/** One file of an image, ready to send. */
export type ImageFile = ImageSize & { format: ImageFormat; bytes: Uint8Array };
/** `size` is that of the largest file. */
export type Conversion = { problem: ImageProblem } | { size: ImageSize; files: ImageFile[] };

const MAX_SECONDS = 30;
/** Encoder effort: higher values save a few per cent and take several times as long. */
const AVIF = { quality: 55, effort: 3 };
const WEBP = { quality: 80 };

// Only allowed formats are decoded, regardless of the declared type: SVG and PDF can contain code.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((reader) => `VipsForeignLoad${reader}`),
});
sharp.cache(false);
sharp.concurrency(1);

// A warning is no error: cameras of Samsung write JPEGs that libjpeg warns about.
function open(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' });
}

/** Checks the header of a file without decoding pixels; returns the problem, if any. */
function problemOf({ format, compression, width, height, pages = 1 }: Metadata): ImageProblem | undefined {
  // The container of AVIF can hold other formats too, which most browsers do not support.
  if (format === 'heif' && compression !== 'av1') return 'type';
  return width * height * pages > MAX_IMAGE_PIXELS ? 'pixels' : undefined;
}

function problemFrom(error: unknown): ImageProblem {
  const message = error instanceof Error ? error.message : '';
  if (message.includes('pixel limit')) return 'pixels';
  return message.includes('unsupported image format') ? 'type' : 'damaged';
}

/** Normalises rotation, colour space and size, and removes metadata. */
async function decode(
  bytes: Uint8Array,
): Promise<{ problem: ImageProblem } | { pixels: () => Sharp; size: ImageSize }> {
  try {
    const metadata = await open(bytes).metadata();
    const problem = problemOf(metadata);
    if (problem) return { problem };
    const size = largestImageSize(metadata.autoOrient);
    const { data, info } = await open(bytes)
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize(size.width, size.height, { fit: 'fill' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    return { pixels: () => sharp(data, { raw: { width, height, channels } }), size };
  } catch (error) {
    return { problem: problemFrom(error) };
  }
}

/**
 * Converts an image into all sizes and formats, or returns why it cannot. Uses the first frame of
 * an animation.
 */
export async function convertImage(bytes: Uint8Array): Promise<Conversion> {
  const decoded = await decode(bytes);
  if ('problem' in decoded) return decoded;
  const { pixels, size } = decoded;
  const files: ImageFile[] = [];
  for (const { width, height } of imageSizes(size)) {
    for (const format of IMAGE_FORMATS) {
      const resized = pixels().resize(width, height, { fit: 'fill' });
      const encoded = format === 'avif' ? resized.avif(AVIF) : resized.webp(WEBP);
      files.push({ width, height, format, bytes: await encoded.toBuffer() });
    }
  }
  return { size, files };
}
