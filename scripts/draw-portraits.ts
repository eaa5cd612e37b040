/**
 * `npm run portraits`: writes the lawyers' portraits into `web/public/images/lawyers`, and small
 * ones for mails into `content/portraits/mail`. Draws the sample firm's people; a photograph
 * `content/portraits/KEY.jpg` is converted in place of a drawing.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { PEOPLE } from '../build/portraits/people.ts';
import { groupSvg, portraitSvg, teamSvg } from '../build/portraits/picture.ts';
import { convertImage } from '../server/features/images/convert-image.ts';

// Conversions of uploads refuse every format but theirs; these drawings are our own.
sharp.unblock({ operation: ['VipsForeignLoadSvg'] });

const root = resolve(import.meta.dirname, '..');
const images = join(root, 'web/public/images');
const forMail = join(root, 'content/portraits/mail');
/** Twice the widest place of a portrait. */
const MAX_WIDTH = 960;
const MAIL_PIXELS = 96;
/** The part of a portrait that small pictures show, as `isClose` does on the pages. */
const FACE_SHARE = 1 / 1.5;
const FACE_TOP = 0.127;

async function convertPhotograph(photograph: string, key: string): Promise<void> {
  const conversion = await convertImage(readFileSync(photograph));
  if ('problem' in conversion) throw new Error(`${photograph}: ${conversion.problem}`);
  const fitting = conversion.files.filter(({ width }) => width <= MAX_WIDTH);
  for (const format of ['avif', 'webp'] as const) {
    const largest = fitting.findLast((file) => file.format === format);
    if (largest) writeFileSync(join(images, `lawyers/${key}.${format}`), largest.bytes);
  }
}

/** The face alone, at twice the size in which a mail shows it. */
async function writeForMail(picture: Buffer, key: string): Promise<void> {
  const { width, height } = await sharp(picture).metadata();
  const side = Math.round(Math.min(width, height) * FACE_SHARE);
  const face = { left: Math.round((width - side) / 2), top: Math.round(height * FACE_TOP), width: side, height: side };
  const bytes = await sharp(picture).extract(face).resize(MAIL_PIXELS, MAIL_PIXELS).png({ palette: true }).toBuffer();
  writeFileSync(join(forMail, `${key}.png`), bytes);
}

mkdirSync(join(images, 'lawyers'), { recursive: true });
mkdirSync(forMail, { recursive: true });
for (const person of PEOPLE) {
  const photograph = join(root, `content/portraits/${person.key}.jpg`);
  if (existsSync(photograph)) await convertPhotograph(photograph, person.key);
  else writeFileSync(join(images, `lawyers/${person.key}.svg`), portraitSvg(person));
  await writeForMail(existsSync(photograph) ? readFileSync(photograph) : Buffer.from(portraitSvg(person)), person.key);
}
writeFileSync(join(images, 'lawyers.svg'), groupSvg(PEOPLE));
writeFileSync(join(images, 'lawyers/team.svg'), teamSvg(PEOPLE));
