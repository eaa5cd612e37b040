type Props = {
  /** An SVG drawing, or the WebP file of a photograph, which has an AVIF file beside it. */
  src: string;
  /** Empty where the name is beside it. */
  alt: string;
  /** Width and height in CSS pixels; the layout may show it smaller. */
  size: number;
  className?: string;
  /** Shows the face alone: for pictures of a thumb's size. */
  isClose?: boolean;
};

/** The portrait of a lawyer, the same wherever one is named. */
export function Portrait({ src, alt, size, className = '', isClose = false }: Props) {
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
          className={`block h-full w-full object-cover ${isClose ? 'origin-[50%_38%] scale-150' : ''}`}
        />
      </picture>
    </span>
  );
}
