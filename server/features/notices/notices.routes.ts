import type { FastifyPluginAsync } from 'fastify';
import { readMarketingConsents } from '#server/features/accounts/marketing-consents.ts';
import { route } from '#server/http/api/route.ts';
import { actorOf } from '#server/http/session.ts';
import * as noticeCalls from '#shared/features/notices/calls.ts';
import { noticeSettings, noticeSettingsBody } from '#shared/features/notices/schemas.ts';
import type { NoticeDeps } from './sending/notice-deps.ts';
import { changeSettings } from './settings/change-settings.ts';
import { presentSettings } from './settings/settings.present.ts';
import { readSettings } from './settings/settings.queries.ts';

/** The notification settings of the account. */
export const noticesRoutes: FastifyPluginAsync<{ notices: NoticeDeps }> = async (app, { notices }) => {
  route(
    app,
    noticeCalls.getSettings,
    { summary: 'Get the notice settings of the account', answer: noticeSettings },
    async (request) => {
      const { id, role } = actorOf(request);
      return presentSettings(role, await readSettings(notices.db, id), await readMarketingConsents(notices.db, id));
    },
  );

  route(
    app,
    noticeCalls.changeSettings,
    {
      summary: 'Change the notice settings of the account',
      body: noticeSettingsBody,
      answer: noticeSettings,
      errors: ['NOTICE_FIXED', 'TOO_MANY_REQUESTS'],
      example: { kinds: { step_done: { email: true } }, marketing_sms: { is_on: false } },
    },
    (request) => changeSettings(notices, actorOf(request), request.body),
  );
};
