import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientFiles } from '#shared/contract/pages.ts';

/** One entry of Vite's manifest, keyed by its source file. */
type Chunk = { file: string; imports?: string[] };
type Manifest = Readonly<Record<string, Chunk>>;

const ENTRY = 'web/entry-client.tsx';
/** The faces come first: a later face of the same name wins. */
const STYLE_SHEETS = ['web/styles/faces.css', 'web/styles/app.css'];

/** A style sheet, and where it is served. */
export type ClientStyle = { css: string; address: string };

export type BuiltFiles = {
  files: ClientFiles;
  /** The style sheets of all pages. */
  styles: ClientStyle[];
};

/** Thrown when the program is started before its pages were built. */
export class PagesNotBuilt extends Error {
  constructor(missing: string) {
    super(`the pages are not built (${missing} is missing): npm run build makes them`);
    this.name = 'PagesNotBuilt';
  }
}

function manifestFile(clientDir: string): string {
  return join(clientDir, '.vite', 'manifest.json');
}

/** @throws PagesNotBuilt */
export async function checkBuilt(distDir: string): Promise<void> {
  const clientDir = join(distDir, 'client');
  const needed = [manifestFile(clientDir), join(distDir, 'server', 'entry-server.js')];
  for (const file of needed) {
    await access(file).catch(() => {
      throw new PagesNotBuilt(file);
    });
  }
}

function chunkOf(manifest: Manifest, source: string): Chunk {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`The build of the pages has no ${source}: build them again.`);
  return chunk;
}

/** A chunk and all that it imports, each once. */
function withImports(manifest: Manifest, source: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(source)) return seen;
  seen.add(source);
  for (const imported of chunkOf(manifest, source).imports ?? []) withImports(manifest, imported, seen);
  return seen;
}

/** Reads which files the built pages consist of. */
export async function readBuiltFiles(clientDir: string): Promise<BuiltFiles> {
  const manifest: Manifest = JSON.parse(await readFile(manifestFile(clientDir), 'utf8'));
  const address = (file: string) => `/${file}`;
  const shared = withImports(manifest, ENTRY);
  const pages: Record<string, string[]> = {};
  for (const source of Object.keys(manifest).filter((key) => key.startsWith('web/pages/'))) {
    pages[source] = [...withImports(manifest, source)]
      .filter((key) => !shared.has(key))
      .map((key) => address(chunkOf(manifest, key).file));
  }
  const sheets = STYLE_SHEETS.map((source) => chunkOf(manifest, source));
  const styles = await Promise.all(
    sheets.map(async ({ file }) => ({ css: await readFile(join(clientDir, file), 'utf8'), address: address(file) })),
  );
  return {
    files: {
      scripts: [],
      // The server puts the styles into the markup.
      css: [],
      built: {
        entry: address(chunkOf(manifest, ENTRY).file),
        modules: [...shared].filter((key) => key !== ENTRY).map((key) => address(chunkOf(manifest, key).file)),
        pages,
      },
    },
    styles,
  };
}
