const SECTOR = 512;
const END = 0xfffffffe;
const FREE = 0xffffffff;

/** A compound file with empty streams of these names, as HWP and older Office documents have. */
export function compoundFile(names: readonly string[]): Buffer {
  const perSector = SECTOR / 128;
  const sectors = Math.ceil((names.length + 1) / perSector);
  const header = Buffer.alloc(SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  // The table is in the first sector, the directory behind it.
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(END, 60);
  header.writeUInt32LE(END, 68);
  for (let at = 0; at < 109; at += 1) header.writeUInt32LE(at === 0 ? 0 : FREE, 76 + at * 4);
  const table = Buffer.alloc(SECTOR, 0xff);
  table.writeUInt32LE(0xfffffffd, 0);
  for (let at = 1; at <= sectors; at += 1) table.writeUInt32LE(at === sectors ? END : at + 1, at * 4);
  const directory = Buffer.alloc(SECTOR * sectors);
  for (const [at, name] of ['Root Entry', ...names].entries()) {
    directory.write(name, at * 128, 'utf16le');
    directory.writeUInt16LE((name.length + 1) * 2, at * 128 + 64);
    directory.writeUInt8(at === 0 ? 5 : 2, at * 128 + 66);
    directory.writeUInt32LE(END, at * 128 + 116);
  }
  return Buffer.concat([header, table, directory]);
}

/** A ZIP whose entries are stored, not compressed. */
export function zipFile(entries: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const data = Buffer.from(text);
    const nameBytes = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    parts.push(Buffer.from('PK\u0003\u0004', 'latin1'), fields, nameBytes, data);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, place, nameBytes);
    offset += 30 + nameBytes.length + data.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  const count = Object.keys(entries).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, directory, Buffer.from('PK\u0005\u0006', 'latin1'), end]);
}

const OFFICE_TYPES = {
  docx: 'wordprocessingml.document',
  xlsx: 'spreadsheetml.sheet',
  pptx: 'presentationml.presentation',
} as const;

/** The beginning of an Office document: what says of which kind it is. */
export function officeFile(kind: keyof typeof OFFICE_TYPES): Buffer {
  const type = `application/vnd.openxmlformats-officedocument.${OFFICE_TYPES[kind]}.main+xml`;
  return zipFile({
    '[Content_Types].xml': `<?xml version="1.0"?><Types><Override PartName="/x.xml" ContentType="${type}"/></Types>`,
    [`${{ docx: 'word', xlsx: 'xl', pptx: 'ppt' }[kind]}/document.xml`]: '<x/>',
  });
}

function isoMedia(brand: string): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0${brand}isom`), Buffer.alloc(64)]);
}

/** A file of each kind that may be uploaded, by its media type. */
export function sampleFiles(): Record<string, Buffer> {
  return {
    'application/pdf': Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer <<>>\n%%EOF\n'),
    'image/heic': isoMedia('heic'),
    'application/x-hwp': compoundFile(['FileHeader', 'DocInfo', 'BodyText', 'PrvText', 'PrvImage']),
    'application/msword': compoundFile(['WordDocument', '1Table']),
    'application/vnd.ms-excel': compoundFile(['Workbook']),
    'application/vnd.ms-powerpoint': compoundFile(['Pictures', 'PowerPoint Document']),
    'application/hwp+zip': zipFile({ mimetype: 'application/hwp+zip', 'Contents/content.hpf': '<x/>' }),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': officeFile('docx'),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': officeFile('xlsx'),
    'application/vnd.openxmlformats-officedocument.presentationml.presentation': officeFile('pptx'),
    'application/zip': zipFile({ 'a.txt': '내용' }),
    'text/plain': Buffer.from('진술서\r\n2026년 11월'),
    'audio/mpeg': Buffer.concat([
      Buffer.from('ID3\u0003\0\0\0\0\0\0', 'latin1'),
      Buffer.from('fffb9064', 'hex'),
      Buffer.alloc(400),
    ]),
    'audio/mp4': isoMedia('M4A '),
    'video/mp4': isoMedia('mp42'),
  };
}
