type Props = {
  /** An SVG drawing, or the WebP file of a photograph, which has an AVIF file beside it. */
  src: string;
  /** Empty where the name is beside it. */
  alt: string;
  /** Width and height in CSS pixels; the layout may show it smaller. */
  size: number;
  className?: string;
};

/** The portrait of a lawyer, or the face alone, the same wherever one is named. */
export function Portrait({ src, alt, size, className = '' }: Props) {
  const isPhotograph = src.endsWith('.webp');
  return (
    <span className={`block overflow-hidden bg-ink-900 ${className}`}>
      <picture>
        {isPhotograph && <source type="image/avif" srcSet={src.replace(/\.webp$/, '.avif')} />}
        <img
          src={src}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          className="block h-full w-full object-cover"
        />
      </picture>
    </span>
  );
}
