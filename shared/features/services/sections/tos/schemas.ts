import { z } from 'zod';
import { line, requiredLine } from '#shared/contract/fields.ts';

/** A terms text that a buyer agrees to in the purchase card; `content` is the sentence beside its box. */
export const tosSection = z.object({
  type: z.literal('tos'),
  filename: z.string().default(''),
  content: z.string().optional(),
});

export const tosSectionBody = z.object({
  type: z.literal('tos'),
  filename: requiredLine(100, '약관을 선택해주세요.').regex(
    /^([\p{L}\p{N}_][\p{L}\p{N}_.-]*)?$/u,
    '약관 파일은 경로 없이 파일 이름만 입력해주세요. (예: case-terms.html)',
  ),
  content: line(300).optional(),
});
