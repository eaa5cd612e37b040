import { FIRM } from '#content/firm.ts';
import { MAP_NAMES } from '#content/way-there.ts';

const LABEL = 'fill-ink-700 text-caption';

/** The surroundings of the office, drawn: roads, station, stop and the way on foot. */
export function OfficeMap() {
  return (
    <svg
      viewBox="0 0 640 400"
      role="img"
      aria-label={`약도: ${MAP_NAMES.station} ${MAP_NAMES.exit}에서 ${MAP_NAMES.road}를 따라가면 ${MAP_NAMES.office}이 있습니다.`}
      className="h-auto w-full rounded-card border border-line bg-olive-100"
    >
      <Park />
      <g className="fill-none stroke-surface" strokeLinecap="square">
        <path strokeWidth="46" d="M-20 262 L660 214" />
        <path strokeWidth="30" d="M196 -20 L240 420" />
        <path strokeWidth="18" d="M470 -20 L494 228M40 -20 L62 256M-20 96 L208 84M216 128 L478 108M222 352 L660 332" />
      </g>
      <path className="fill-none stroke-line" strokeDasharray="14 10" strokeWidth="2" d="M-20 262 L660 214" />
      <Blocks />
      <path
        className="fill-none stroke-olive-700"
        strokeWidth="4"
        strokeDasharray="2 9"
        strokeLinecap="round"
        d="M262 222 L400 212 L400 188"
      />
      <g>
        <circle cx="240" cy="242" r="20" className="fill-ink-900" />
        <text x="240" y="249" textAnchor="middle" className="fill-paper font-bold text-small">
          3
        </text>
        <text x="226" y="292" textAnchor="end" className="fill-ink-900 font-semibold text-small">
          {MAP_NAMES.station}
        </text>
        <text x="226" y="312" textAnchor="end" className={LABEL}>
          {MAP_NAMES.exit}
        </text>
      </g>
      <g>
        <path className="fill-olive-700" d="M400 186c-22-26-34-42-34-60a34 34 0 0 1 68 0c0 18-12 34-34 60z" />
        <circle cx="400" cy="126" r="13" className="fill-brass-300" />
        <text x="444" y="76" className="fill-ink-900 font-bold text-body">
          {FIRM.name}
        </text>
        <text x="444" y="98" className={LABEL}>
          {MAP_NAMES.office}
        </text>
      </g>
      <g>
        <path className="fill-ink-700" d="M536 232h26a4 4 0 0 1 4 4v22h-34v-22a4 4 0 0 1 4-4z" />
        <path className="fill-olive-100" d="M537 238h24v9h-24z" />
        <text x="549" y="280" textAnchor="middle" className={LABEL}>
          {MAP_NAMES.stop}
        </text>
      </g>
      <text x="84" y="262" transform="rotate(-4 84 262)" textAnchor="middle" className={LABEL}>
        {MAP_NAMES.road}
      </text>
      <text x="212" y="40" transform="rotate(84 212 40)" textAnchor="middle" className={LABEL}>
        {MAP_NAMES.crossRoad}
      </text>
    </svg>
  );
}

function Blocks() {
  return (
    <g className="fill-paper stroke-line" strokeWidth="1.5">
      <path d="M254 146l86-6 4 54-86 6zM254 30l82-6 6 72-84 8zM366 24l84-8 4 40-84 8zM500 124l120-10 4 76-120 8zM508 20l110-8 4 70-110 8z" />
      <path d="M86 120l104-6 8 104-108 8zM84 18l98-6 4 54-98 6zM270 290l150-10 4 44-150 10zM450 296l170-12 2 30-170 12zM270 372l130-10 4 60H272z" />
    </g>
  );
}

/** A hill in contour lines. */
function Park() {
  return (
    <g>
      <g className="fill-none stroke-olive-600" strokeOpacity="0.45">
        {[14, 26, 38, 50].map((radius) => (
          <ellipse key={radius} cx="108" cy="348" rx={radius * 1.5} ry={radius * 0.8} transform="rotate(-12 108 348)" />
        ))}
      </g>
      <text x="108" y="353" textAnchor="middle" className="fill-olive-700 text-caption">
        {MAP_NAMES.landmark}
      </text>
    </g>
  );
}
