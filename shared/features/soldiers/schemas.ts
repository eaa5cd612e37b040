import { z } from 'zod';
import { email, id, militaryStatus, personName, phone, relationship } from '#shared/contract/fields.ts';

/** Holds what a soldier's profile is made of; a change replaces all of it. */
export const soldierBody = z.object({
  fullname: personName,
  relationship,
  military_status: militaryStatus,
  phone: phone.nullish().transform((value) => value || null),
  email: email.nullish().transform((value) => value || null),
});
export type SoldierBody = z.input<typeof soldierBody>;
export type ValidSoldierBody = z.output<typeof soldierBody>;

export const soldier = z.object({
  id,
  fullname: z.string(),
  relationship,
  military_status: militaryStatus,
  phone: z.string().nullable(),
  email: z.string().nullable(),
});
export type Soldier = z.infer<typeof soldier>;
