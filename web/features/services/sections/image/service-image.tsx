import { findUploadedImage, imageSrcSet, type UploadedImage } from '#shared/platform/image-url.ts';

/** Width of the reading column of a service's page. */
const SIZES = '(min-width: 1024px) 680px, calc(100vw - 48px)';

/**
 * A picture of a description: an uploaded one in the size that the screen needs, any other
 * unchanged.
 */
export function ServiceImage({ url, alt }: { url: string; alt: string }) {
  const image = findUploadedImage(url);
  if (image) return <UploadedPicture image={image} url={url} alt={alt} />;
  return (
    <img
      src={url}
      alt={alt}
      loading="lazy"
      // The ratio reserves room until the picture brings its own.
      className="mt-6 aspect-[auto_3/2] w-full rounded-card bg-olive-100 first:mt-0"
    />
  );
}

/** Width and height reserve its space before it has loaded. */
function UploadedPicture({ image, url, alt }: { image: UploadedImage; url: string; alt: string }) {
  return (
    <picture className="mt-6 block first:mt-0">
      <source type="image/avif" srcSet={imageSrcSet(image, 'avif')} sizes={SIZES} />
      <source type="image/webp" srcSet={imageSrcSet(image, 'webp')} sizes={SIZES} />
      <img
        src={url}
        alt={alt}
        width={image.width}
        height={image.height}
        loading="lazy"
        className="h-auto max-w-full rounded-card bg-olive-100"
      />
    </picture>
  );
}
