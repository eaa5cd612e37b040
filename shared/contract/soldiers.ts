import { z } from 'zod';
import { email, id, militaryStatus, phone, relationship, requiredLine } from './fields.ts';

export const soldierRequest = z.object({
  fullname: requiredLine(50, '이름을 입력해주세요.'),
  relationship,
  military_status: militaryStatus,
  phone: phone.nullish().transform((value) => value || null),
  email: email.nullish().transform((value) => value || null),
});
export type SoldierRequest = z.infer<typeof soldierRequest>;
export type SoldierInput = z.input<typeof soldierRequest>;

export const soldierResponse = z.object({
  id,
  fullname: z.string(),
  relationship,
  military_status: militaryStatus,
  phone: z.string().nullable(),
  email: z.string().nullable(),
});
export type Soldier = z.infer<typeof soldierResponse>;
