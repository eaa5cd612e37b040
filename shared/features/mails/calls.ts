import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { AdminMail, MailsQuery } from './schemas.ts';

export const list = call<{ query: MailsQuery; answer: AdminMail[] }>('GET', '/api/admin/mails', {
  access: 'admin',
  needs: ['owner', 'money'],
});

/** Sends a mail again that was given up. */
export const retry = call<{ params: IdParam; answer: AdminMail }>('POST', '/api/admin/mails/:id/retry', {
  access: 'admin',
  needs: ['owner', 'money'],
});

/** Takes a failed mail out of the alarms and the tasks; it stays in the list and can be sent again. */
export const dismiss = call<{ params: IdParam; answer: AdminMail }>('POST', '/api/admin/mails/:id/dismiss', {
  access: 'admin',
  needs: ['owner', 'money'],
});
