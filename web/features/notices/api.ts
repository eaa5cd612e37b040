import { queryOptions } from '@tanstack/react-query';
import * as noticeCalls from '#shared/features/notices/calls.ts';
import type { NoticeSettingsBody } from '#shared/features/notices/schemas.ts';
import { send } from '#web/lib/send.ts';

/** Holds what the account is notified of, by which channel, and its consents to advertising. */
export const noticeSettingsQuery = queryOptions({
  queryKey: ['notice-settings'],
  queryFn: ({ signal }) => send(noticeCalls.getSettings, { signal }),
  gcTime: 0,
  meta: { isPersonal: true },
});

export const changeNoticeSettings = (body: NoticeSettingsBody) => send(noticeCalls.changeSettings, { body });
