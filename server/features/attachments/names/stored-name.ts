import { trimEnd } from '#server/lib/trim-end.ts';

const MAX_CHARACTERS = 200;
/** So many are read from the end of a name: to read more costs the square of their number. */
const MAX_READ = 2000;
const NO_NAME = 'file';

/** Extensions of what may be stored, by media type; the first replaces a foreign one. */
const EXTENSIONS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/heic': ['heic', 'heif'],
  'application/x-hwp': ['hwp'],
  'application/hwp+zip': ['hwpx'],
  'application/msword': ['doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'text/plain': ['txt'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a', 'mp4'],
  'video/mp4': ['mp4'],
  'application/zip': ['zip'],
};
const STORED = new Set(Object.values(EXTENSIONS).flat());

/** Extensions that Windows, macOS or a desktop of Linux runs, or opens with a program that does. */
const EXECUTABLE = new Set(
  (
    'ade adp app appinstaller application appref-ms appx appxbundle asp aspx bas bat bgi cab chm cmd com command cpl crt ' +
    'desktop diagcab dll drv exe fon gadget grp hlp hpj hta htc htm html inf ins iso isp its jar jnlp js jse ksh library-ms ' +
    'lnk mad maf mag mam maq mar mas mat mau mav maw mcf mda mdb mde mdt mdw mdz mht mhtml msc msh msh1 msh1xml msh2 ' +
    'msh2xml mshxml msi msix msixbundle msp mst msu ops osd pcd php pif pl plg prf prg ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 ' +
    'psm1 pst py pyc pyo pyw pyz rb reg scf scr sct search-ms settingcontent-ms sh shb shs svg sys theme themepack tmp ' +
    'url vb vbe vbp vbs vhd vhdx vsmacros vsw vxd webpnp website workflow ws wsc wsf wsh xbap xht xhtml xll xml xnk xsl'
  ).split(' '),
);

/** Names that Windows keeps for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|clock\$|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])$/i;

/** The last part of a name, without what a file system or a page could misread. */
function plainName(name: string): string {
  const last = (name.split(/[\\/]/).at(-1) ?? '').slice(-MAX_READ).normalize('NFC');
  // Format characters turn the reading direction; a colon names an alternate data stream.
  // Screenshots of a Mac have a narrow blank before the time.
  return last.replaceAll(/\p{Zs}/gu, ' ').replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*]/gu, '');
}

/** Windows drops dots and blanks at the end of a name, so that another extension becomes the last. */
function withoutEnd(text: string): string {
  return trimEnd(text, /[.\s]/u);
}

function splitName(name: string): { base: string; extension: string } {
  const plain = withoutEnd(name);
  const [, base, extension] = /^(.*)\.([^.]*)$/su.exec(plain) ?? [];
  if (base === undefined || extension === undefined) return { base: plain, extension: '' };
  return { base: withoutEnd(base), extension: extension.trim().toLowerCase() };
}

/** The name without extensions that a person could take for the file's kind. */
function baseOf(name: string): string {
  let rest = withoutEnd(name).trim();
  for (;;) {
    const { base, extension } = splitName(rest);
    if (!EXECUTABLE.has(extension) && !STORED.has(extension)) break;
    rest = base;
  }
  const cut = withoutEnd([...rest].slice(0, MAX_CHARACTERS).join('')).trim();
  if (cut === '') return NO_NAME;
  // A device is named by what comes before the first dot.
  return DEVICE.test((cut.split('.')[0] ?? '').trim()) ? `_${cut}` : cut;
}

export function extensionOf(mediaType: string): string {
  return EXTENSIONS[mediaType]?.[0] ?? 'bin';
}

/**
 * The name under which a file of this type is stored and downloaded: what the customer called it,
 * with the extension of its content. Undefined for a text with the name of a program, which is one.
 */
export function storedName(name: string, mediaType: string): string | undefined {
  const plain = plainName(name);
  const { extension } = splitName(plain);
  if (mediaType === 'text/plain' && EXECUTABLE.has(extension)) return undefined;
  const isOwn = EXTENSIONS[mediaType]?.some((own) => own === extension) ?? false;
  return `${baseOf(plain)}.${isOwn ? extension : extensionOf(mediaType)}`;
}

/** `Content-Disposition` of a download, for browsers that know only the first form as well. */
export function disposition(filename: string, mediaType: string): string {
  const encoded = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const fallback = /^[\w .()-]+$/.test(filename) ? filename : `${NO_NAME}.${extensionOf(mediaType)}`;
  return `attachment; filename="${fallback}"; filename*=UTF-8''${encoded}`;
}
