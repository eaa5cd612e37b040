import { z } from 'zod';
import { line, requiredLine, requiredText, timestamp } from '#shared/contract/fields.ts';
import { isTermsFilename } from '#shared/rules/terms-file.ts';
import { termsParams } from './schemas.ts';

const MAX_HTML = 100_000;
const HTML_MESSAGE = '약관 내용을 입력해주세요.';
const FILENAME_MESSAGE = '파일 이름은 영문 소문자, 숫자, -로 쓰고 .html로 끝나야 합니다. (예: case-terms.html)';
const VERSION_MESSAGE = '버전이 올바르지 않습니다.';

const version = z.int({ error: VERSION_MESSAGE }).min(1, VERSION_MESSAGE);

const texts = {
  html: requiredText(MAX_HTML, HTML_MESSAGE),
  title: requiredLine(100, '약관 제목을 입력해주세요.'),
  /** Holds what was changed and why, for colleagues. */
  note: line(300).default(''),
};

/** A new file with its first version. */
export const createTermsBody = z.object({
  filename: requiredLine(100, '약관 파일 이름을 입력해주세요.').refine(
    (name) => name === '' || isTermsFilename(name),
    FILENAME_MESSAGE,
  ),
  ...texts,
});
export type CreateTermsBody = z.input<typeof createTermsBody>;
export type ValidCreateTermsBody = z.output<typeof createTermsBody>;

/**
 * A new version of a text. `base_version` is the one that was edited; it has to be the newest.
 * Without a title the old one stays.
 */
export const updateTermsBody = z.object({ ...texts, title: texts.title.optional(), base_version: version });
export type UpdateTermsBody = z.input<typeof updateTermsBody>;
export type ValidUpdateTermsBody = z.output<typeof updateTermsBody>;

export const termsVersionParams = termsParams.extend({
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, VERSION_MESSAGE)
    .transform(Number),
});
export type TermsVersionParams = z.input<typeof termsVersionParams>;

/** The newest version of each file, by name. */
export const adminTermsListItem = z.object({
  filename: z.string(),
  title: z.string(),
  version: z.int(),
  updated_at: timestamp,
  /** How many services that are on sale ask for it. */
  service_count: z.int(),
});
export type AdminTermsListItem = z.infer<typeof adminTermsListItem>;

const versionLine = z.object({
  version: z.int(),
  title: z.string(),
  created_at: timestamp,
  /** Login id; null for a text that came with the program. */
  created_by: z.string().nullable(),
  note: z.string(),
});
export type TermsVersionLine = z.infer<typeof versionLine>;

export const adminTermsVersion = versionLine.extend({ filename: z.string(), html: z.string() });
export type AdminTermsVersion = z.infer<typeof adminTermsVersion>;

/** The newest version, and all there are, newest first. */
export const adminTerms = adminTermsVersion.extend({ versions: z.array(versionLine) });
export type AdminTerms = z.infer<typeof adminTerms>;
