import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads a drawing of the build by its address. */
export type ReadDrawing = (address: string) => Promise<string>;

/** As React writes the picture that is to come first. */
const FIRST_DRAWING = /<img\b[^>]*? src="(\/images\/[\w-]+\.svg)"[^>]*? fetchPriority="high"/i;
/** What ends a text of a style sheet or the style sheet, or has a meaning within a URL. */
const SPECIAL = /[%#"<>\\\r\n\t]/g;

/** Creates the reader of drawings for a folder of built files. */
export function drawingsIn(clientDir: string): ReadDrawing {
  return (address) => readFile(join(clientDir, address), 'utf8');
}

/**
 * Styles that paint the drawing which a page shows first behind its picture: it is there with the
 * text. The picture itself comes a round trip later; it stays, because it has sources to fall back
 * to. None for
 * pages without such a drawing.
 */
export async function firstDrawingStyles(html: string, read: ReadDrawing | undefined): Promise<string> {
  const [, address] = FIRST_DRAWING.exec(html) ?? [];
  if (!address || !read) return '';
  const drawing = (await read(address)).replace(SPECIAL, encodeURIComponent);
  return `img[src="${address}"]{background:url("data:image/svg+xml,${drawing}") bottom/contain no-repeat}`;
}
