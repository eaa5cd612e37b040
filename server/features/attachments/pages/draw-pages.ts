import { setFlagsFromString } from 'node:v8';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { type FilePages, MOST_PAGES } from '#shared/features/attachments/schemas.ts';

/** Sharp on a wide screen; an A4 page has some 100 kB. */
const LONG_SIDE_PX = 1600;
/** A page longer than wide by more, or the reverse, would be a line. */
const MAX_RATIO = 20;

sharp.cache(false);
sharp.concurrency(1);

/** One document of a PDF, or one page of it as an image. */
export type PagesWork = { bytes: Uint8Array; page?: number };
export type PagesResult = { pages: FilePages } | { image: Uint8Array | undefined };

/** A megabyte of PDF can unfold to gigabytes; a scanned page needs some 100 MB. */
const MAX_MEMORY_MB = 384;
const MEMORY_PAGES_PER_MB = 16;
setFlagsFromString(`--wasm-max-mem-pages=${MAX_MEMORY_MB * MEMORY_PAGES_PER_MB}`);

const library = PDFiumLibrary.init();

/** Lets pass that the library ended itself, as it does without memory: it can open nothing afterwards. */
function rethrowEnd(error: unknown): void {
  if (error instanceof Error && error.name === 'RuntimeError') throw error;
}

async function withDocument<T>(bytes: Uint8Array, use: (document: PDFiumDocument) => T | Promise<T>): Promise<T> {
  const document = await (await library).loadDocument(bytes);
  try {
    return await use(document);
  } finally {
    document.destroy();
  }
}

function sizeOf(document: PDFiumDocument, index: number): { width: number; height: number } {
  const { originalWidth, originalHeight } = document.getPage(index).getOriginalSize();
  return { width: Math.max(1, Math.round(originalWidth)), height: Math.max(1, Math.round(originalHeight)) };
}

/** Says how many pages a PDF has and how large the first of them are, or why it cannot be opened. */
async function readPages(bytes: Uint8Array): Promise<FilePages> {
  try {
    return await withDocument(bytes, (document) => {
      const count = document.getPageCount();
      const pages = Array.from({ length: Math.min(count, MOST_PAGES) }, (_, index) => sizeOf(document, index));
      return count === 0 ? { state: 'damaged', count, pages } : { state: 'open', count, pages };
    });
  } catch (error) {
    rethrowEnd(error);
    // The package gives its errors no code.
    const isLocked = error instanceof Error && error.message.startsWith('Password required');
    return { state: isLocked ? 'locked' : 'damaged', count: 0, pages: [] };
  }
}

async function drawPage(bytes: Uint8Array, page: number): Promise<Uint8Array | undefined> {
  try {
    return await withDocument(bytes, async (document) => {
      if (page > document.getPageCount()) return undefined;
      const { width, height } = sizeOf(document, page - 1);
      const [long, short] = [Math.max(width, height), Math.min(width, height)];
      if (long > short * MAX_RATIO) return undefined;
      const drawn = await document.getPage(page - 1).render({
        scale: LONG_SIDE_PX / long,
        render: async ({ data }) => data,
        renderFormFields: true,
      });
      const raw = { width: drawn.width, height: drawn.height, channels: 4 } as const;
      return await sharp(drawn.data, { raw }).removeAlpha().webp({ quality: 80 }).toBuffer();
    });
  } catch (error) {
    rethrowEnd(error);
    return undefined;
  }
}

/**
 * Reads a PDF, or draws one page of it; undefined where that page cannot be drawn.
 * @throws RuntimeError of WebAssembly when the library ended itself
 */
export async function drawPages({ bytes, page }: PagesWork): Promise<PagesResult> {
  if (page === undefined) return { pages: await readPages(bytes) };
  return { image: await drawPage(bytes, page) };
}
