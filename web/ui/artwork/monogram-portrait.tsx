const RINGS = [0, 1, 2, 3, 4, 5, 6];

/** A placeholder for a portrait: contour rings and two syllables of the name. */
export function MonogramPortrait({ monogram, tilt = -14 }: { monogram: string; tilt?: number }) {
  return (
    <svg
      viewBox="0 0 360 300"
      // Lower on a phone, where three of them are stacked.
      preserveAspectRatio="xMidYMid slice"
      className="block h-40 w-full bg-ink-900 md:h-auto"
      aria-hidden="true"
      focusable="false"
    >
      <g className="fill-none stroke-brass-300" strokeOpacity="0.34" transform={`rotate(${tilt} 180 150)`}>
        {RINGS.map((ring) => (
          <ellipse key={ring} cx="180" cy="150" rx={74 + ring * 34} ry={58 + ring * 26} />
        ))}
      </g>
      <text
        x="180"
        y="150"
        fontSize="52"
        className="fill-paper font-bold tracking-[0.08em]"
        textAnchor="middle"
        dominantBaseline="central"
      >
        {monogram}
      </text>
    </svg>
  );
}
