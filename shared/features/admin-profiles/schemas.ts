import { z } from 'zod';
import { day, id, line, timestamp } from '#shared/contract/fields.ts';
import { PERMISSIONS } from '#shared/features/accounts/permissions.ts';

/**
 * An administrator and how customers know the person; `name` is blank where the account's name is
 * used.
 */
export const adminProfile = z.object({
  id,
  fullname: z.string(),
  name: z.string(),
  title: z.string(),
  takes_cases: z.boolean(),
  /** Paid orders of this person that are not closed. */
  open_cases: z.int(),
});
export type AdminProfile = z.infer<typeof adminProfile>;

/** Further facts for those with `people` (contract §9). */
export const adminStanding = z.object({
  /** The login id. */
  user_id: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  is_active: z.boolean(),
  last_login_at: timestamp.nullable(),
  /** Sessions that have not ended. */
  sessions: z.int(),
  /** When the person is back; null while they are not away. */
  is_away_until: timestamp.nullable(),
});
export type AdminStanding = z.infer<typeof adminStanding>;

/** Present while the person is away: the last day, and who does the work meanwhile. */
const absence = z.object({ away_until: z.string(), substitute_id: id.nullable() });
export type Absence = z.infer<typeof absence>;

export const staffMember = adminProfile.extend({ ...absence.partial().shape, ...adminStanding.partial().shape });
export type StaffMember = z.infer<typeof staffMember>;

export const adminProfileBody = z.object({
  name: line(50, '이름을 입력해주세요.'),
  title: line(50, '직함을 입력해주세요.'),
  takes_cases: z.boolean({ error: '사건을 맡는지 선택해주세요.' }),
  /** Left out, an absence stays; null ends it. */
  away_until: day().nullish(),
  substitute_id: id.nullish(),
});
export type AdminProfileBody = z.infer<typeof adminProfileBody>;

/** With what the form was opened with: another profile by now is refused. */
export const setAdminProfileBody = adminProfileBody.extend({
  seen: adminProfile
    .pick({ name: true, title: true, takes_cases: true })
    .extend({ away_until: z.string().nullish(), substitute_id: id.nullish() })
    .optional(),
});
export type SetAdminProfileBody = z.infer<typeof setAdminProfileBody>;
