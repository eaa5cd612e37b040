import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { route } from '#server/http/api/route.ts';
import type { DeviceCookie } from '#server/http/device-cookie.ts';
import type { Clock } from '#server/lib/clock.ts';
import { callerOf } from '#server/lib/networks.ts';
import * as accountCalls from '#shared/features/accounts/calls.ts';
import { messageAnswer, recoveryBody, resetPasswordBody } from '#shared/features/accounts/schemas.ts';
import type { AccountLimits } from '../account-limits.ts';
import { loginCallerOf } from '../login/callers.ts';
import type { LeakCheck } from '../registration/leaked-passwords.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { sendUserIds } from './send-user-ids.ts';

/** The response is the same for an unknown address (contract §3). */
const RESET_REQUESTED =
  '입력하신 이메일로 가입된 계정이 있으면 비밀번호 재설정 링크를 보내드립니다. 메일이 보이지 않으면 스팸 메일함도 확인해주세요.';
const PASSWORD_RESET = '비밀번호가 변경되었습니다. 새 비밀번호로 로그인해주세요.';
const IDS_SENT = '가입된 아이디를 이메일로 보내드렸습니다.';

type Options = { db: Db; clock: Clock; devices: DeviceCookie; limits: AccountLimits; isLeaked: LeakCheck };

/** Account recovery by mail (contract §3). */
export const recoveryRoutes: FastifyPluginAsync<Options> = async (app, { db, clock, devices, limits, isLeaked }) => {
  route(
    app,
    accountCalls.requestPasswordReset,
    {
      summary: 'Mail a link that resets the password',
      body: recoveryBody,
      answer: messageAnswer,
      errors: ['TOO_MANY_REQUESTS'],
    },
    async (request) => {
      await requestPasswordReset({ db, clock, limits }, loginCallerOf(devices, request), request.body);
      return { success: true as const, message: RESET_REQUESTED };
    },
  );

  route(
    app,
    accountCalls.resetPassword,
    {
      summary: 'Set a new password by the token of the mail',
      body: resetPasswordBody,
      answer: messageAnswer,
      errors: ['RESET_TOKEN_INVALID', 'TOO_MANY_REQUESTS'],
    },
    async (request) => {
      await resetPassword({ db, clock, limits, isLeaked }, callerOf(request.ip), request.body);
      return { success: true as const, message: PASSWORD_RESET };
    },
  );

  route(
    app,
    accountCalls.findUserId,
    {
      summary: 'Mail the login ids of an address',
      body: recoveryBody,
      answer: messageAnswer,
      errors: ['EMAIL_UNKNOWN', 'TOO_MANY_REQUESTS'],
    },
    async (request) => {
      await sendUserIds({ db, clock, limits }, loginCallerOf(devices, request), request.body);
      return { success: true as const, message: IDS_SENT };
    },
  );
};
