/** `npm run portraits`: draws the sample firm's portraits (look.md) into `web/public/images/lawyers`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PEOPLE } from '../build/portraits/people.ts';
import { groupSvg, portraitSvg } from '../build/portraits/picture.ts';

const images = resolve(import.meta.dirname, '../web/public/images');
mkdirSync(join(images, 'lawyers'), { recursive: true });
for (const person of PEOPLE) writeFileSync(join(images, `lawyers/${person.key}.svg`), portraitSvg(person));
writeFileSync(join(images, 'lawyers.svg'), groupSvg(PEOPLE));
