import { trimEnd } from '#server/lib/trim-end.ts';

/** Of a path that was decoded, as browsers, proxies and the pages' router may read it. */
const ADMIN = /^admin(?![a-z0-9_-])/;
/** More rounds than any proxy decodes. */
const MAX_ROUNDS = 5;

function decoded(path: string): string {
  let text = path;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    if (next === text) break;
    text = next;
  }
  return text;
}

/**
 * Returns whether a path is one of the administration's pages, however it is written: in capitals, encoded, with
 * slashes, dots or blanks too many. It may be too strict, never too lax.
 */
export function isAdminPath(pathname: string): boolean {
  const parts: string[] = [];
  for (const part of decoded(pathname).toLowerCase().split(/[/\\]/)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: URL parsers drop them
    const plain = trimEnd(part.replace(/[\u0000-\u0020]/g, ''), /[.;]/);
    if (part === '..') parts.pop();
    else if (plain !== '') parts.push(plain);
  }
  return ADMIN.test(parts[0] ?? '');
}
