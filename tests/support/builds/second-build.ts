import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = resolve(import.meta.dirname, '../../..');
const HASHED = /-([\w-]{8})\.(js|css)$/;
const MARK = '\n/* second build */\n';

/** Maps the names of scripts and styles to those of other contents. */
function renamed(folder: string): Map<string, string> {
  const files = globSync('dist/client/{static/js,assets}/*.{js,css}', { cwd: folder });
  return new Map(
    files.map((file) => {
      const name = basename(file);
      const hash = createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .update(MARK)
        .digest('hex')
        .slice(0, 8);
      return [name, name.replace(HASHED, `-${hash}.$2`)];
    }),
  );
}

function compress(path: string): void {
  const bytes = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 3 };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 1 }));
}

/**
 * Copies the program into a folder with another build of its pages: every script and style has
 * other content and another name, and whatever refers to one names the new file. Fonts stay, as in
 * most releases.
 */
export function createSecondBuild(folder: string): void {
  for (const part of ['server', 'shared', 'content', 'dist', 'package.json']) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const names = renamed(folder);
  const known = new RegExp([...names.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  const texts = globSync(['dist/client/**/*.{js,css}', 'dist/client/.vite/*.json', 'dist/server/**/*.js'], {
    cwd: folder,
  });
  for (const file of texts) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8').replace(known, (name) => names.get(name) ?? name);
    const name = names.get(basename(file));
    if (name === undefined) {
      writeFileSync(path, text);
      continue;
    }
    for (const ending of ['.br', '.gz']) rmSync(path + ending, { force: true });
    const target = join(dirname(path), name);
    renameSync(path, target);
    writeFileSync(target, text + MARK);
    compress(target);
  }
}
