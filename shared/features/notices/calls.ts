import { call } from '#shared/contract/call.ts';
import type { IdParam, Success } from '#shared/contract/fields.ts';
import type { AdminNotice, NoticesQuery } from './admin-schemas.ts';
import type { NoticeSettingsAnswer, NoticeSettingsBody } from './schemas.ts';

export const getSettings = call<{ answer: NoticeSettingsAnswer }>('GET', '/api/auth/notices', { access: 'user' });

export const changeSettings = call<{ body: NoticeSettingsBody; answer: NoticeSettingsAnswer }>(
  'PUT',
  '/api/auth/notices',
  { access: 'user' },
);

export const listForAdmin = call<{ query: NoticesQuery; answer: AdminNotice[] }>('GET', '/api/admin/notices', {
  access: 'admin',
  needs: 'orders',
});

/** Sends a failed notice again. */
export const resend = call<{ params: IdParam; answer: AdminNotice }>('POST', '/api/admin/notices/:id/resend', {
  access: 'admin',
  needs: 'orders',
});

/** Takes a failed notice out of the alarms; it stays in the list and can be sent again. */
export const dismiss = call<{ params: IdParam; answer: AdminNotice }>('POST', '/api/admin/notices/:id/dismiss', {
  access: 'admin',
  needs: 'orders',
});

/** Reports of the 알림톡 provider, signed over the body. */
export const receiveAlimtalkReport = call<{ answer: Success }>('POST', '/api/bootpay/alimtalk-webhook', {
  access: 'public',
  isCsrfExempt: true,
});

/** Reports of Solapi, with a fixed token. */
export const receiveSmsReport = call<{ answer: Success }>('POST', '/api/solapi/webhook', {
  access: 'public',
  isCsrfExempt: true,
});
