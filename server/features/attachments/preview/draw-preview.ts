import sharp from 'sharp';

const MAX_SIDE = 1280;
const MAX_PIXELS = 100_000_000;
/** Less than the process has, which is started again where it does not end by itself. */
const MAX_SECONDS = 8;

// Only readers of what may be previewed: others, such as SVG's, run what a file says.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp'].map((reader) => `VipsForeignLoad${reader}`) });
sharp.cache(false);
sharp.concurrency(1);

/**
 * The image as a small WebP: upright, and without anything that is not the picture. Undefined where
 * it is damaged.
 */
export async function drawPreview(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
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
