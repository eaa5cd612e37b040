import { engrave } from './engrave.ts';
import { featureMarks, type Mark } from './features.ts';
import { headOf } from './head.ts';
import { isolines } from './isolines.ts';
import { type Layer, slopeOf } from './layer.ts';
import { layersOf } from './layers.ts';
import type { Person } from './people.ts';
import type { Point } from './shapes.ts';

/** The page is a square of this many units; the face lies in its upper half. */
export const PAGE = 480;
/** Half the height of a face, and where its middle is on the page. */
const UNIT = 124;
const CENTRE: Point = [240, 214];
const STEP = 2.5;
/** Less of a layer than this is not printed. */
const VISIBLE = 0.05;
/** Share of the distance between two lines that full light fills with ink. */
const FULL = 0.84;

type PlaceValue = (x: number, y: number) => number;

const toFace = (x: number, y: number): Point => [(x - CENTRE[0]) / UNIT, (y - CENTRE[1]) / UNIT];
const toPage = ([x, y]: Point): Point => [x * UNIT + CENTRE[0], y * UNIT + CENTRE[1]];
const onPage = (value: PlaceValue) => (x: number, y: number) => value(...toFace(x, y));

/** How much of a layer the layers in front of it leave. */
function visiblePart({ covers }: Layer, inFront: readonly Layer[]): PlaceValue {
  return (x, y) => {
    let rest = covers(x, y);
    for (const other of inFront) {
      if (rest < VISIBLE) return 0;
      rest *= 1 - other.covers(x, y);
    }
    return rest;
  };
}

function engraveLayer(layer: Layer, inFront: readonly Layer[]): Point[][] {
  const visible = visiblePart(layer, inFront);
  const lineWidth: PlaceValue = (x, y) => {
    const shown = visible(x, y);
    if (shown < VISIBLE) return 0;
    const { across, down } = slopeOf(layer.field, x, y);
    // Where the field is steep, its lines are closer together.
    const spacing = Math.min(1.5, 1 / Math.hypot(across, down)) * layer.spacing * UNIT;
    return Math.min(1, layer.tone(x, y)) * FULL * shown * spacing;
  };
  const lines = isolines(onPage(layer.field), {
    size: PAGE,
    step: STEP,
    spacing: layer.spacing,
    isWanted: (x, y) => onPage(visible)(x, y) > VISIBLE,
  });
  return engrave(lines, onPage(lineWidth), layer.tolerance);
}

export type Figure = {
  /** Shapes of the background's colour behind the engraving. */
  silhouette: Point[][];
  engraving: Point[][];
  /** Drawn on the engraving, in this order. */
  marks: Mark[];
};

/** One person on the page. `coarseness` above 1 gives fewer, bolder lines: for a small picture. */
export function drawFigure(person: Person, coarseness = 1): Figure {
  const head = headOf(person.face);
  const layers = layersOf(person, head).map((layer) => ({
    ...layer,
    spacing: layer.spacing * coarseness,
    tolerance: layer.tolerance * coarseness,
  }));
  const covered: PlaceValue = (x, y) => Math.max(...layers.map((layer) => layer.covers(x, y)));
  return {
    // The line between 0 and 1 is the level 1 of a field from 0.5 to 1.5.
    silhouette: isolines(
      onPage((x, y) => covered(x, y) + 0.5),
      {
        size: PAGE,
        step: STEP * 2,
        spacing: 1,
        isWanted: () => true,
      },
    ),
    engraving: layers.flatMap((layer, index) => engraveLayer(layer, layers.slice(index + 1))),
    marks: featureMarks(person, head).map((mark) => ({ ...mark, points: mark.points.map(toPage) })),
  };
}
