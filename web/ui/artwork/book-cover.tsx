const RINGS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/**
 * The book cover as a drawing: olive cloth, contour lines, a title in the style of a field manual.
 */
export function BookCover({
  title,
  publisher,
  className = '',
}: {
  title: string;
  publisher: string;
  className?: string;
}) {
  const words = title.split(' ');
  const lines = words.length > 2 ? [words.slice(0, -2).join(' '), words.slice(-2).join(' ')] : [title];
  return (
    <svg
      viewBox="0 0 300 420"
      className={`daylight overflow-hidden rounded ${className}`}
      role="img"
      aria-label={`책 표지: ${title}`}
    >
      <rect width="300" height="420" className="fill-olive-700" />
      <g className="fill-none stroke-olive-100" strokeOpacity="0.28" transform="rotate(-18 214 300)">
        {RINGS.map((ring) => (
          <ellipse key={ring} cx="214" cy="300" rx={26 + ring * 30} ry={18 + ring * 21} />
        ))}
      </g>
      <rect width="14" height="420" className="fill-ink-950" fillOpacity="0.28" />
      <rect x="36" y="40" width="40" height="3" className="fill-brass-300" />
      {lines.map((line, index) => (
        <text key={line} x="36" y={92 + index * 44} fontSize="34" className="fill-paper font-bold tracking-[-0.03em]">
          {line}
        </text>
      ))}
      <text x="36" y="384" fontSize="15" className="fill-olive-100">
        {publisher}
      </text>
    </svg>
  );
}
