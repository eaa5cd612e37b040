/**
 * The brand's colours for everything that is drawn without the shop's style sheet: mails, sharing
 * images, the payment sandbox, the provider's SDK. The same values as `web/styles/tokens.css`; a
 * test compares the two.
 */
export const INK_950 = '#0b1320';
export const INK_900 = '#142034';
export const INK_700 = '#3a475c';
export const INK_500 = '#667085';
export const PAPER = '#fbfaf7';
export const SURFACE = '#ffffff';
export const LINE = '#e6e2d9';
export const OLIVE_700 = '#47582a';
export const OLIVE_600 = '#5a6e36';
export const OLIVE_100 = '#eef1e4';
export const BRASS_600 = '#96690f';
export const BRASS_300 = '#e3bc66';
export const DANGER = '#b42318';

/**
 * A style rule with the colours as custom properties (`--ink-900`), for style sheets outside
 * `web/`. A function, so that scripts which import one colour do not load the whole list.
 */
export function brandColourRule(): string {
  const properties = {
    'ink-900': INK_900,
    'ink-700': INK_700,
    'ink-500': INK_500,
    paper: PAPER,
    surface: SURFACE,
    line: LINE,
    'olive-700': OLIVE_700,
    'olive-100': OLIVE_100,
    'brass-600': BRASS_600,
    'brass-300': BRASS_300,
    danger: DANGER,
  };
  const declarations = Object.entries(properties).map(([name, colour]) => `--${name}:${colour};`);
  return `:root{${declarations.join('')}}`;
}
