import { z } from 'zod';
import { ERRORS } from '#shared/contract/errors.ts';
import {
  ADMIN_PASSWORD_MIN,
  id,
  password,
  personName,
  requiredEmail,
  requiredPhone,
  timestamp,
  userId,
} from '#shared/contract/fields.ts';
import { PERMISSIONS } from './permissions.ts';

const PERMISSIONS_MESSAGE = '권한을 하나 이상 선택해주세요.';
const TOKEN_MESSAGE = ERRORS.INVITATION_INVALID.message;
const PASSWORD_MESSAGE = `직원의 비밀번호는 ${ADMIN_PASSWORD_MIN}자 이상이어야 합니다.`;

export const inviteStaffBody = z.object({
  email: requiredEmail,
  fullname: personName,
  permissions: z
    .array(z.enum(PERMISSIONS, { error: PERMISSIONS_MESSAGE }), { error: PERMISSIONS_MESSAGE })
    .min(1, PERMISSIONS_MESSAGE)
    .max(PERMISSIONS.length, PERMISSIONS_MESSAGE),
});
export type InviteStaffBody = z.input<typeof inviteStaffBody>;

export const sentInvitation = z.object({ id, email: z.string(), expires_at: timestamp });
export type SentInvitation = z.infer<typeof sentInvitation>;

/** An invitation that was neither used nor withdrawn, and is not over. */
export const staffInvitation = sentInvitation.extend({
  fullname: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** Login id and name of the administrator who sent it. */
  invited_by: z.string(),
  created_at: timestamp,
});
export type StaffInvitation = z.infer<typeof staffInvitation>;

export const acceptInvitationBody = z.object({
  token: z.string({ error: TOKEN_MESSAGE }).min(1, TOKEN_MESSAGE).max(200, TOKEN_MESSAGE),
  userId,
  password: password.min(ADMIN_PASSWORD_MIN, PASSWORD_MESSAGE),
  phone: requiredPhone,
});
export type AcceptInvitationBody = z.input<typeof acceptInvitationBody>;
