import { BRASS_300, INK_900, INK_950 } from '#shared/platform/brand-colours.ts';
import { pathData, simplify } from './engrave.ts';
import type { Mark } from './features.ts';
import { drawFigure, type Figure, PAGE } from './figure.ts';
import type { Person } from './people.ts';

/** Units of the file for one unit of the page: coordinates are whole numbers. */
const SCALE = 1.3;
const SIZE = PAGE * SCALE;

const paint = (ink: Mark['ink'], ground: string) => (ink === 'line' ? BRASS_300 : ground);

/** The marks as elements; neighbours of one style share a path. */
function marksSvg(marks: readonly Mark[], ground: string): string {
  const styleOf = ({ ink, opacity, width }: Mark) => {
    const colour = paint(ink, ground);
    if (width !== undefined) return `fill="none" stroke="${colour}" stroke-width="${(width * SCALE).toFixed(1)}"`;
    return opacity === undefined ? `fill="${colour}"` : `fill="${colour}" opacity="${opacity.toFixed(2)}"`;
  };
  const groups: { style: string; isClosed: boolean; shapes: Mark['points'][] }[] = [];
  for (const mark of marks) {
    const style = styleOf(mark);
    const last = groups.at(-1);
    if (last?.style === style) last.shapes.push(mark.points);
    else groups.push({ style, isClosed: mark.width === undefined, shapes: [mark.points] });
  }
  return groups
    .map(({ style, isClosed, shapes }) => `<path ${style} d="${pathData(shapes, SCALE, isClosed)}"/>`)
    .join('');
}

function figureSvg({ engraving, marks }: Figure, ground: string): string {
  return `<path fill="${BRASS_300}" d="${pathData(engraving, SCALE, true)}"/><g stroke-linecap="round" stroke-linejoin="round">${marksSvg(marks, ground)}</g>`;
}

const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"';

/** The portrait of one person on the colour of the dark cards. */
export function portraitSvg(person: Person): string {
  const figure = figureSvg(drawFigure(person), INK_900);
  return `<svg ${NAMESPACE} viewBox="0 0 ${SIZE} ${SIZE}"><path fill="${INK_900}" d="M0 0h${SIZE}v${SIZE}H0z"/>${figure}</svg>\n`;
}

/** Where a person is in the picture of all, from back to front: left edge, top edge and size. */
const PLACES = [
  { index: 1, x: -20, y: 56, scale: 0.9 },
  { index: 2, x: 612, y: 40, scale: 0.93 },
  { index: 0, x: 262, y: 0, scale: 1.06 },
] as const;
/** Lower than the figures: none ends above the lower edge. */
const GROUP = { width: 1240, height: 640, coarseness: 1.55 };

function figuresSvg(people: readonly Person[], paper: string): string {
  const figures = PLACES.flatMap(({ index, x, y, scale }) => {
    const person = people[index];
    if (!person) return [];
    const figure = drawFigure(person, GROUP.coarseness);
    const shapes = figure.silhouette.map((shape) => simplify(shape, 1));
    const ground = `<path fill="${paper}" d="${pathData(shapes, SCALE, true)}"/>`;
    const size = (scale * 1.5) / SCALE;
    return `<g transform="translate(${x} ${y}) scale(${size.toFixed(3)})">${ground}${figureSvg(figure, paper)}</g>`;
  });
  return figures.join('');
}

/** All of them side by side for the dark first screen of the home page: nothing behind them. */
export function groupSvg(people: readonly Person[]): string {
  return `<svg ${NAMESPACE} viewBox="0 0 ${GROUP.width} ${GROUP.height}">${figuresSvg(people, INK_950)}</svg>\n`;
}

/** The same as a picture with a ground, for pages on paper. */
export function teamSvg(people: readonly Person[]): string {
  const { width, height } = GROUP;
  const top = 60 - Math.round((width * 2) / 3 - height);
  const ground = `<path fill="${INK_900}" d="M0 ${top}h${width}v${height - top}H0z"/>`;
  return `<svg ${NAMESPACE} viewBox="0 ${top} ${width} ${height - top}">${ground}${figuresSvg(people, INK_900)}</svg>\n`;
}
