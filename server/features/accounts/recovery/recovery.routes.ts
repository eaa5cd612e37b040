import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { route } from '#server/http/api/route.ts';
import type { DeviceCookie } from '#server/http/device-cookie.ts';
import type { Clock } from '#server/lib/clock.ts';
import { callerOf } from '#server/lib/networks.ts';
import * as accountCalls from '#shared/features/accounts/calls.ts';
import * as phoneCalls from '#shared/features/accounts/phone-calls.ts';
import {
  phoneResetAnswer,
  phoneResetBody,
  resetByPhoneBody,
  resetWays,
} from '#shared/features/accounts/phone-schemas.ts';
import { messageAnswer, recoveryBody, resetPasswordBody } from '#shared/features/accounts/schemas.ts';
import type { AccountLimits } from '../account-limits.ts';
import { inTurnOfAddress } from '../login/address-turns.ts';
import { loginCallerOf } from '../login/callers.ts';
import { presentSentCode } from '../phone/phone.present.ts';
import type { PhoneDeps } from '../phone/phone-deps.ts';
import type { LeakCheck } from '../registration/leaked-passwords.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { requestPhoneReset } from './request-phone-reset.ts';
import { resetByPhone } from './reset-by-phone.ts';
import { resetPassword } from './reset-password.ts';
import { sendUserIds } from './send-user-ids.ts';

/** The response is the same for an unknown address (contract §3). */
const RESET_REQUESTED =
  '입력하신 이메일로 가입된 계정이 있으면 비밀번호 재설정 링크를 보내드립니다. 메일이 보이지 않으면 스팸 메일함도 확인해주세요.';
const CODE_REQUESTED =
  '아이디와 휴대폰 번호가 회원 정보와 맞고 인증을 마친 번호이면 인증번호를 문자로 보내드립니다. 3분 안에 입력해주세요.';
const PASSWORD_RESET = '비밀번호가 변경되었습니다. 새 비밀번호로 로그인해주세요.';
const IDS_SENT = '가입된 아이디를 이메일로 보내드렸습니다.';

type Options = {
  db: Db;
  clock: Clock;
  devices: DeviceCookie;
  limits: AccountLimits;
  isLeaked: LeakCheck;
  phones: PhoneDeps;
};

/** Account recovery by mail and by the proven phone (contract §3). */
export const recoveryRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, clock, devices, limits, isLeaked, phones } = options;
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

  route(
    app,
    phoneCalls.getResetWays,
    { summary: 'Say whether a new password can be set by phone', answer: resetWays },
    async () => ({ phone: phones.codes !== undefined }),
  );

  route(
    app,
    phoneCalls.requestPhoneReset,
    {
      summary: 'Send a code that sets a new password to the proven phone',
      body: phoneResetBody,
      answer: phoneResetAnswer,
      errors: ['SMS_OFF', 'TOO_MANY_REQUESTS'],
      example: { userId: 'hong.gildong', phone: '010-1234-5678' },
    },
    async (request) => {
      const times = await requestPhoneReset({ phones, limits }, request.ip, request.body);
      return { success: true as const, message: CODE_REQUESTED, ...presentSentCode(times) };
    },
  );

  route(
    app,
    phoneCalls.resetByPhone,
    {
      summary: 'Set a new password by the code that was sent to the phone',
      body: resetByPhoneBody,
      answer: messageAnswer,
      errors: ['RESET_CODE_INVALID', 'TOO_MANY_REQUESTS'],
      example: { userId: 'hong.gildong', phone: '010-1234-5678', code: '123456', newPassword: 'my-long-password' },
    },
    async (request) => {
      await inTurnOfAddress(request.ip, () => resetByPhone({ phones, limits, isLeaked }, request.ip, request.body));
      return { success: true as const, message: PASSWORD_RESET };
    },
  );
};
