/** Longest subject of a conversation and longest message, in characters (contract §5). */
export const MAX_SUBJECT = 100;
export const MAX_MESSAGE = 4000;

/** Largest file, in bytes, and the files of one message (contract §5). */
export const MAX_ATTACHMENT_BYTES = 20 * 1024 * 1024;
export const MAX_MESSAGE_ATTACHMENTS = 10;

/** A page reports typing at most this often. */
export const TYPING_MS = 3000;

/** Holds what may be uploaded, by extension. The server judges by content; pages use it for `accept`. */
export const ATTACHMENT_EXTENSIONS: readonly string[] = [
  ...['pdf', 'jpg', 'jpeg', 'png', 'webp', 'heic', 'hwp', 'hwpx', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt'],
  ...['mp3', 'm4a', 'mp4', 'zip'],
];
