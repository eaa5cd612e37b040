import sharp, { type Sharp } from 'sharp';

const MAX_SIDE = 1280;
const MAX_PIXELS = 100_000_000;
/** The largest that phones take unless asked for more; each pixel needs some 15 bytes while it is decoded. */
const MAX_HEIC_PIXELS = 25_000_000;
/** An interlaced PNG is kept whole while it is decoded, others by lines or smaller. */
const MAX_INTERLACED_BYTES = 200_000_000;
/** Less than the process has, which is started again where it does not end by itself. */
const MAX_SECONDS = 8;

// Only readers of what may be previewed: others, such as SVG's, run what a file says.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp'].map((reader) => `VipsForeignLoad${reader}`) });
sharp.cache(false);
sharp.concurrency(1);

/** HEIC and HEIF begin with their box `ftyp`, which no other image that is drawn does. */
function isHeic(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(4, 8)).toString('latin1') === 'ftyp';
}

/** Decodes a HEIC, upright: sharp's own packages leave its codec out. */
async function openHeic(bytes: Uint8Array): Promise<Sharp> {
  const { default: decode } = await import('heic-decode');
  const images = await decode.all({ buffer: bytes });
  try {
    const [image] = images;
    if (!image || image.width * image.height > MAX_HEIC_PIXELS) throw new Error('The image is too large.');
    const { data, width, height } = await image.decode();
    return sharp(data, { raw: { width, height, channels: 4 } });
  } finally {
    images.dispose();
  }
}

function readByLines(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
}

/** Opens a JPEG, PNG or WebP. */
async function openImage(bytes: Uint8Array): Promise<Sharp> {
  const { format, isProgressive, width, height, channels, depth } = await readByLines(bytes).metadata();
  const pixelBytes = channels * (depth === 'ushort' ? 2 : 1);
  const isWhole = format === 'png' && isProgressive;
  if (isWhole && width * height * pixelBytes > MAX_INTERLACED_BYTES) throw new Error('The image is too large.');
  return readByLines(bytes);
}

/**
 * The image as a small WebP: upright, and without anything that is not the picture. Undefined where
 * it is damaged.
 */
export async function drawPreview(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const image = await (isHeic(bytes) ? openHeic(bytes) : openImage(bytes));
    return await image
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: 75 })
      .toBuffer();
  } catch {
    return undefined;
  }
}
