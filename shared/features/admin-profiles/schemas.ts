import { z } from 'zod';
import { id, line } from '#shared/contract/fields.ts';

/**
 * An administrator and how customers know the person; `name` is blank where the account's name is
 * used.
 */
export const adminProfile = z.object({
  id,
  /** The login id. */
  user_id: z.string(),
  fullname: z.string(),
  name: z.string(),
  title: z.string(),
  takes_cases: z.boolean(),
  /** Paid orders of this person that are not closed. */
  open_orders: z.int(),
});
export type AdminProfile = z.infer<typeof adminProfile>;

export const adminProfileBody = z.object({
  name: line(50, '이름을 입력해주세요.'),
  title: line(50, '직함을 입력해주세요.'),
  takes_cases: z.boolean({ error: '사건을 맡는지 선택해주세요.' }),
});
export type AdminProfileBody = z.infer<typeof adminProfileBody>;
