/**
 * `npm run portraits`: writes the lawyers' portraits into `web/public/images/lawyers`. Draws the
 * sample firm's people; a photograph `content/portraits/KEY.jpg` is converted in place of a drawing.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PEOPLE } from '../build/portraits/people.ts';
import { groupSvg, portraitSvg, teamSvg } from '../build/portraits/picture.ts';
import { convertImage } from '../server/features/images/convert-image.ts';

const root = resolve(import.meta.dirname, '..');
const images = join(root, 'web/public/images');
/** Twice the widest place of a portrait. */
const MAX_WIDTH = 960;

async function convertPhotograph(photograph: string, key: string): Promise<void> {
  const conversion = await convertImage(readFileSync(photograph));
  if ('problem' in conversion) throw new Error(`${photograph}: ${conversion.problem}`);
  const fitting = conversion.files.filter(({ width }) => width <= MAX_WIDTH);
  for (const format of ['avif', 'webp'] as const) {
    const largest = fitting.findLast((file) => file.format === format);
    if (largest) writeFileSync(join(images, `lawyers/${key}.${format}`), largest.bytes);
  }
}

mkdirSync(join(images, 'lawyers'), { recursive: true });
for (const person of PEOPLE) {
  const photograph = join(root, `content/portraits/${person.key}.jpg`);
  if (existsSync(photograph)) await convertPhotograph(photograph, person.key);
  else writeFileSync(join(images, `lawyers/${person.key}.svg`), portraitSvg(person));
}
writeFileSync(join(images, 'lawyers.svg'), groupSvg(PEOPLE));
writeFileSync(join(images, 'lawyers/team.svg'), teamSvg(PEOPLE));
