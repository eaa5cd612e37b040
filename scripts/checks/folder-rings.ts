/** A folder imports another one; `via` names a file that does. */
type FolderImport = { from: string; to: string; via: string };

/**
 * The units whose imports must not form a ring: the folders of a feature, and each file at its top,
 * as these are its doors: some are built on the folders, some are what the folders build on.
 */
const UNIT = /^((?:server|web)\/features\/[^/]+\/[^/]+)/;

/** The folder of a feature, or the file at its top, that a file counts for; undefined elsewhere. */
export function unitOf(file: string): string | undefined {
  return UNIT.exec(file)?.[1];
}

/**
 * Finds a ring among the folders: the imports along it, or undefined when there is none. A folder
 * and the folders within it count as different ones, so that a feature's parts can be read from the
 * inside out.
 */
export function findRing(imports: readonly { file: string; target: string }[]): FolderImport[] | undefined {
  const edges = new Map<string, Map<string, string>>();
  for (const { file, target } of imports) {
    const [from, to] = [unitOf(file), unitOf(target)];
    if (!from || !to || from === to) continue;
    const known = edges.get(from) ?? new Map<string, string>();
    if (!known.has(to)) known.set(to, file);
    edges.set(from, known);
  }
  const done = new Set<string>();
  function walk(folder: string, path: readonly string[]): FolderImport[] | undefined {
    const start = path.indexOf(folder);
    if (start >= 0) {
      const ring = [...path.slice(start), folder];
      return ring.slice(1).map((to, index) => {
        const from = ring[index] ?? to;
        return { from, to, via: edges.get(from)?.get(to) ?? '' };
      });
    }
    if (done.has(folder)) return undefined;
    for (const next of edges.get(folder)?.keys() ?? []) {
      const ring = walk(next, [...path, folder]);
      if (ring) return ring;
    }
    done.add(folder);
    return undefined;
  }
  for (const folder of edges.keys()) {
    const ring = walk(folder, []);
    if (ring) return ring;
  }
  return undefined;
}
