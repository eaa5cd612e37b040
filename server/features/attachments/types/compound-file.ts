/** Bytes at a place of a file; fewer or none behind its end. */
export type ReadAt = (offset: number) => Promise<Buffer>;

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
/**
 * Fields of the header: sector size as a power of two, first sector of the directory, table of
 * table sectors.
 */
const SECTOR_SHIFT_AT = 30;
const DIRECTORY_AT = 48;
const TABLES_AT = 76;
const TABLES_IN_HEADER = 109;
/** Larger than any directory of an office document; bounds the work on a crafted file. */
const MAX_SECTORS = 200;

const TYPES: readonly [entry: string, mediaType: string][] = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
];

/** Where the sector after this one is written; undefined where the table does not say. */
async function nextSector(readAt: ReadAt, header: Buffer, sectorBytes: number, sector: number) {
  const perTable = sectorBytes / 4;
  const table = Math.floor(sector / perTable);
  if (table >= TABLES_IN_HEADER) return undefined;
  const tableSector = header.readUInt32LE(TABLES_AT + table * 4);
  const bytes = await readAt((tableSector + 1) * sectorBytes + (sector % perTable) * 4);
  return bytes.length < 4 ? undefined : bytes.readUInt32LE(0);
}

function namesOf(directory: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const nameBytes = directory.readUInt16LE(at + 64);
    if (nameBytes < 2 || nameBytes > 64) continue;
    names.push(directory.toString('utf16le', at, at + nameBytes - 2));
  }
  return names;
}

async function readDirectory(readAt: ReadAt, header: Buffer, sectorBytes: number): Promise<string[]> {
  const names: string[] = [];
  let sector: number | undefined = header.readUInt32LE(DIRECTORY_AT);
  for (let read = 0; read < MAX_SECTORS && sector !== undefined && sector < 0xfffffff0; read += 1) {
    const bytes = (await readAt((sector + 1) * sectorBytes)).subarray(0, sectorBytes);
    if (bytes.length === 0) break;
    names.push(...namesOf(bytes));
    sector = await nextSector(readAt, header, sectorBytes, sector);
  }
  return names;
}

/**
 * The media type of a compound file (the container of HWP and of Office before 2007) by the names
 * of its streams; undefined for any other, such as an installer.
 */
export async function identifyCompoundFile(readAt: ReadAt): Promise<string | undefined> {
  const header = (await readAt(0)).subarray(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES) return undefined;
  const shift = header.readUInt16LE(SECTOR_SHIFT_AT);
  if (shift !== 9 && shift !== 12) return undefined;
  const names = await readDirectory(readAt, header, 2 ** shift);
  if (names.includes('FileHeader') && names.includes('DocInfo')) return 'application/x-hwp';
  return TYPES.find(([entry]) => names.includes(entry))?.[1];
}
