import { z } from 'zod';
import { line } from '#shared/contract/fields.ts';

const MAX_ITEMS = 100;
const ITEMS_MESSAGE = '목록에는 항목이 하나 이상 필요합니다.';

export const listSection = z.object({ type: z.literal('list'), items: z.array(z.string()).default([]) });

export const listSectionBody = z.object({
  type: z.literal('list'),
  items: z
    .array(line(1000), { error: ITEMS_MESSAGE })
    .max(MAX_ITEMS, `항목은 ${MAX_ITEMS}개까지 만들 수 있습니다.`)
    .transform((items) => items.filter((item) => item !== ''))
    .refine((items) => items.length > 0, ITEMS_MESSAGE),
});
