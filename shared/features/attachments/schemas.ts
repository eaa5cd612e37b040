import { z } from 'zod';
import { id } from '#shared/contract/fields.ts';

/** Hours after which a file that no message carries is deleted. */
export const UNUSED_HOURS = 24;

/**
 * - pending: waits for the malware scanner; cannot be downloaded yet
 * - clean, infected: what the scanner found
 * - off: no scanner is set up
 */
export const SCAN_STATES = ['pending', 'clean', 'infected', 'off'] as const;
export type ScanState = (typeof SCAN_STATES)[number];

export const attachment = z.object({
  id,
  filename: z.string(),
  media_type: z.string(),
  /** In bytes. */
  size: z.int(),
  /** Of the original bytes, as 64 hexadecimal digits. */
  sha256: z.string(),
  scan: z.enum(SCAN_STATES),
  /** True when `?preview=1` can answer an image. */
  has_preview: z.boolean(),
});
export type Attachment = z.infer<typeof attachment>;

/** `multipart/form-data` with one file; the server reads it as a stream. */
export const uploadAttachmentBody = z.object({
  file: z
    .custom<object>((value) => typeof value === 'object' && value !== null, '파일을 하나 선택해주세요.')
    .meta({ type: 'string', format: 'binary' }),
});
export type UploadAttachmentBody = z.input<typeof uploadAttachmentBody>;

/** So many pages of a PDF are shown; the rest is in the file. */
export const MOST_PAGES = 100;

/**
 * The pages of a PDF.
 * - locked: opens with a password alone
 * - damaged: cannot be read
 */
export const filePages = z.object({
  state: z.enum(['open', 'locked', 'damaged']),
  count: z.int(),
  /** The sizes of the first pages, in points. */
  pages: z.array(z.object({ width: z.int(), height: z.int() })).max(MOST_PAGES),
});
export type FilePages = z.infer<typeof filePages>;

export const attachmentQuery = z.object({
  /** A page of a PDF as an image, from 1. */
  page: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, '쪽 번호가 올바르지 않습니다.')
    .transform(Number)
    .optional(),
  preview: z.literal('1', { error: '미리보기 값이 올바르지 않습니다.' }).optional(),
});
export type AttachmentQuery = z.input<typeof attachmentQuery>;

/** The bytes of a file. */
export const attachmentBytes = z.custom<object>().meta({ type: 'string', format: 'binary' });
export type AttachmentBytes = z.infer<typeof attachmentBytes>;
