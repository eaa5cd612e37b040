import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { route } from '#server/http/api/route.ts';
import { actorOf } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { wireTimeOrNull } from '#server/lib/wire-time.ts';
import * as emailCalls from '#shared/features/accounts/email-calls.ts';
import { emailStatus, emailTokenBody } from '#shared/features/accounts/email-schemas.ts';
import { messageAnswer } from '#shared/features/accounts/schemas.ts';
import { getEmailState } from './email.queries.ts';
import { isVerified } from './recipients.ts';
import { requestVerification } from './request-verification.ts';
import { undoEmail } from './undo-email.ts';
import { verifyEmail } from './verify-email.ts';

const VERIFIED = '이메일 주소를 확인했습니다.';
const UNDONE = '이메일 주소를 이전 주소로 되돌리고 모든 기기에서 로그아웃했습니다.';
const SENT = '이메일 주소로 확인 링크를 보내드렸습니다.';

type Options = { db: Db; clock: Clock };

/** Proof of e-mail addresses (contract §3 and §6). */
export const emailRoutes: FastifyPluginAsync<Options> = async (app, { db, clock }) => {
  route(
    app,
    emailCalls.getStatus,
    { summary: 'Get how far the e-mail address is proved', answer: emailStatus },
    async (request) => {
      const state = await getEmailState(db, actorOf(request).id);
      const { email, recovery_email, recovery_until } = state;
      const isRecovering = recovery_until !== null && recovery_until > clock.now() && recovery_email !== '';
      return {
        email,
        is_verified: isVerified(state, email),
        is_trusted: email !== '' && recovery_email === null,
        recovery_until: wireTimeOrNull(isRecovering ? recovery_until : null),
      };
    },
  );

  route(
    app,
    emailCalls.requestVerification,
    {
      summary: 'Mail a link that verifies the e-mail address',
      answer: messageAnswer,
      errors: ['EMAIL_MISSING', 'EMAIL_VERIFIED', 'TOO_MANY_REQUESTS'],
    },
    async (request) => {
      await requestVerification({ db, clock }, actorOf(request));
      return { success: true as const, message: SENT };
    },
  );

  route(
    app,
    emailCalls.verify,
    {
      summary: 'Verify an e-mail address by the token of the mail',
      body: emailTokenBody,
      answer: messageAnswer,
      errors: ['EMAIL_TOKEN_INVALID', 'EMAIL_ACCOUNTS_FULL'],
    },
    async (request) => {
      await verifyEmail({ db, clock }, request.body.token);
      return { success: true as const, message: VERIFIED };
    },
  );

  route(
    app,
    emailCalls.undo,
    {
      summary: 'Undo a change of the e-mail address and end all sessions',
      body: emailTokenBody,
      answer: messageAnswer,
      errors: ['EMAIL_TOKEN_INVALID'],
    },
    async (request) => {
      await undoEmail({ db, clock }, request.body.token);
      return { success: true as const, message: UNDONE };
    },
  );
};
