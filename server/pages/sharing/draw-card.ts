import { readFile } from 'node:fs/promises';
import satori from 'satori';
import sharp from 'sharp';
import { FIRM } from '#content/firm.ts';
import { BRASS_300, INK_950, PAPER } from '#shared/platform/brand-colours.ts';
import type { Card } from './card.ts';

/** The standard size of link previews. */
const WIDTH = 1200;
const HEIGHT = 630;
const OPACITY_68 = 'ad';
const FAINT_PAPER = `${PAPER}${OPACITY_68}`;
const CONTOURS = new URL('../../../web/public/images/contours.svg', import.meta.url);
const CONTOUR_OPACITY = 0.16;
/** Static fonts: the drawing library cannot read the site's variable font. */
const FONTS = [
  { file: 'Pretendard-Medium.woff', weight: 500 },
  { file: 'Pretendard-Bold.woff', weight: 700 },
] as const;

type Style = Record<string, string | number>;
/** A React-like element of the drawing library. */
type Box = { type: 'div'; key: null; props: { style: Style; children: string | readonly Box[] } };

function box(style: Style, children: string | readonly Box[]): Box {
  return { type: 'div', key: null, props: { style: { display: 'flex', ...style }, children } };
}

/** Smaller sizes for long titles, to fit three lines; longer ones are cut. */
function titleSize(title: string): number {
  if (title.length <= 10) return 104;
  return title.length <= 22 ? 84 : 64;
}

/** Breaks lines only at spaces; the drawing library itself would start a line with a comma. */
function words(text: string, lines: number, style: Style & { fontSize: number; lineHeight: number }): Box {
  const { fontSize, lineHeight } = style;
  const wrapping = {
    flexWrap: 'wrap',
    columnGap: fontSize * 0.24,
    maxHeight: Math.ceil(fontSize * lineHeight * lines),
  };
  const boxes = text.split(/\s+/).map((word) => box({}, word));
  return box({ ...style, ...wrapping, overflow: 'hidden' }, boxes);
}

function head(label: string, title: string): Box {
  const style = { fontSize: titleSize(title), lineHeight: 1.22, fontWeight: 700, letterSpacing: '-0.03em' };
  return box({ flexDirection: 'column', flexGrow: 1, justifyContent: 'center' }, [
    box({ color: BRASS_300, fontSize: 34, fontWeight: 700 }, label),
    words(title, 3, { marginTop: 12, ...style }),
  ]);
}

function foot(content: Card['foot']): Box {
  const row = {
    alignItems: 'baseline',
    justifyContent: 'space-between',
    paddingTop: 28,
    borderTop: `1px solid ${BRASS_300}`,
  };
  const phone = box({ color: FAINT_PAPER, fontSize: 32 }, FIRM.phone);
  if (content.kind === 'sentence') {
    return box(row, [words(content.sentence, 1, { fontSize: 34, lineHeight: 1.3, width: 800 }), phone]);
  }
  const original = content.originalPrice
    ? [box({ color: FAINT_PAPER, fontSize: 40, textDecoration: 'line-through' }, content.originalPrice)]
    : [];
  const price = box({ color: BRASS_300, fontSize: 68, fontWeight: 700, letterSpacing: '-0.02em' }, content.price);
  return box(row, [box({ alignItems: 'baseline', gap: 24 }, [...original, price]), phone]);
}

function layout({ label, title, foot: content }: Card): Box {
  const firm = box({ alignItems: 'baseline', gap: 18 }, [
    box({ fontSize: 32, fontWeight: 700 }, FIRM.centreName),
    box({ color: FAINT_PAPER, fontSize: 26 }, FIRM.name),
  ]);
  return box(
    {
      flexDirection: 'column',
      width: '100%',
      height: '100%',
      boxSizing: 'border-box',
      padding: '60px 72px 52px',
      color: PAPER,
      fontFamily: 'Pretendard',
      fontWeight: 500,
    },
    // The firm's name, unless the title contains it.
    [...(title === FIRM.centreName ? [] : [firm]), head(label, title), foot(content)],
  );
}

async function readFonts() {
  return Promise.all(
    FONTS.map(async ({ file, weight }) => {
      const url = new URL(import.meta.resolve(`pretendard/dist/web/static/woff/${file}`));
      return { name: 'Pretendard', data: await readFile(url), weight, style: 'normal' as const };
    }),
  );
}

/** Ink with the contour drawing on it, the same for every image. */
async function drawGround(): Promise<Buffer> {
  const drawing = (await readFile(CONTOURS, 'utf8')).replace(
    'stroke="#000"',
    `stroke="${BRASS_300}" opacity="${CONTOUR_OPACITY}"`,
  );
  return sharp(Buffer.from(drawing))
    .resize(WIDTH, HEIGHT, { fit: 'cover' })
    .flatten({ background: INK_950 })
    .png()
    .toBuffer();
}

/** Characters that no reader sees; a font may draw a box for them. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const EMPTY_BRACKETS = /[([{<「『【]\s*[)\]}>」』】]/g;

/** Returns the text without these parts, and without brackets that held nothing else. */
function leaveOut(text: string, parts: readonly string[]): string {
  const rest = parts.reduce((left, part) => left.replaceAll(part, ''), text.replace(INVISIBLE, ''));
  return rest.replace(EMPTY_BRACKETS, ' ').replace(/\s+/g, ' ').trim();
}

function withTexts({ label, title, foot: content }: Card, change: (text: string) => string): Card {
  return {
    label,
    title: change(title) || FIRM.centreName,
    foot: content.kind === 'price' ? content : { kind: 'sentence', sentence: change(content.sentence) },
  };
}

/**
 * Draws the card without what the font lacks, such as Chinese characters: the library would draw
 * boxes. It names them while it draws, so that such a card is drawn twice.
 */
async function drawLayout(card: Card, fonts: Awaited<ReturnType<typeof readFonts>>): Promise<string> {
  const lacking: string[] = [];
  const draw = (drawn: Card) =>
    satori(layout(drawn), {
      width: WIDTH,
      height: HEIGHT,
      fonts,
      loadAdditionalAsset: async (_language, part) => {
        lacking.push(part);
        return [];
      },
    });
  const svg = await draw(withTexts(card, (text) => text.replace(INVISIBLE, '')));
  return lacking.length === 0 ? svg : draw(withTexts(card, (text) => leaveOut(text, lacking)));
}

/**
 * Loads fonts and artwork, then draws cards as PNG. Needs some 100 MB, so it runs in a process that
 * exits (decision 014).
 */
export async function createPainter(): Promise<(card: Card) => Promise<Buffer>> {
  const [fonts, ground] = await Promise.all([readFonts(), drawGround()]);
  return async (card) => {
    const svg = await drawLayout(card, fonts);
    return sharp(ground)
      .composite([{ input: Buffer.from(svg) }])
      .png({ palette: true, colours: 128 })
      .toBuffer();
  };
}
