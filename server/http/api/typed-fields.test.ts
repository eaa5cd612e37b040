import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SCHEMA_MODULES } from '#server/registry/features.ts';
import { refundAccount } from '#shared/features/payments/refund-schemas.ts';
import { readAddress, readAscii, readCode, readDay, readLine, readText } from '#shared/text/typed-text.ts';

const READERS: readonly unknown[] = [readAddress, readAscii, readCode, readDay, readLine, readText];

/** Bodies whose names do not say that they are. */
const OTHER_BODIES = { refundAccount };

const paths = (schema: string, ...fields: readonly string[]) => fields.map((field) => `${schema}.${field}`);
const LISTS = [
  ...[
    'adminConversationsQuery',
    'marketingConsentsQuery',
    'adminDiscrepanciesQuery',
    'adminOrdersQuery',
    'adminWebhooksQuery',
    'auditQuery',
  ],
  ...['cannedRepliesQuery', 'conversationsQuery', 'loginEventsQuery', 'mailsQuery', 'noticesQuery'],
  ...['refundRequestsQuery', 'soldiersOfQuery', 'usersQuery', 'viewsQuery'],
];
const PASSKEY = ['response.id', 'response.rawId', 'response.response.clientDataJSON'];

/** The path of each field whose text is taken as it is, by the reason. */
const AS_IT_IS: Readonly<Record<string, readonly string[]>> = {
  'a password is compared as it is': [
    ...['logInBody', 'registerBody', 'closeAccountBody', 'giveFactorBody', 'acceptInvitationBody'].map(
      (body) => `${body}.password`,
    ),
    ...paths('updateProfileBody', 'currentPassword', 'newPassword'),
    ...['resetPasswordBody.newPassword', 'resetByPhoneBody.newPassword'],
  ],
  'the page sends what a link, the provider or the browser gave it': [
    ...['resetPasswordBody.token', 'emailTokenBody.token', 'acceptInvitationBody.token', 'providerParams.provider'],
    ...['verifySocialTokenBody.socialToken', 'completeSocialRegisterBody.socialToken'],
    ...paths('confirmIdentityBody', 'authentication_id', 'receipt_id'),
    ...['lookBody.token', ...paths('acceptBody', 'token', 'authentication_id', 'receipt_id')],
    'consentBody.version',
    ...paths('subscribePushBody', 'endpoint', 'keys.p256dh', 'keys.auth'),
    'unsubscribePushBody.endpoint',
    ...paths('signLetterBody', 'sha256', 'authentication_id', 'receipt_id', 'mark'),
    ...['confirmPaymentBody', 'webhookBody', 'issueRefundBody', 'outsideRefundBody'].map(
      (body) => `${body}.receipt_id`,
    ),
    ...paths('addPasskeyBody', ...PASSKEY, 'response.response.attestationObject', 'response.response.transports[]'),
    ...paths('giveFactorBody', ...PASSKEY, 'response.response.authenticatorData', 'response.response.signature'),
    'attemptParams.receiptId',
  ],
  'the page makes the number of a request': [
    ...[
      'sendMessageBody',
      'adminSendMessageBody',
      'openConversationBody',
      'beginConversationBody',
      'messageOrdersBody',
    ].map((body) => `${body}.client_id`),
    ...[
      'issueRefundBody.requestKey',
      'outsideRefundBody.requestKey',
      'signLetterBody.client_id',
      'sentMessageParams.clientId',
    ],
  ],
  'a number of a row, a place or a length in the address': [
    ...LISTS.flatMap((query) => paths(query, 'limit', 'cursor')),
    ...[
      'idParam.id',
      'attemptParams.id',
      'serviceVersionParams.id',
      'serviceVersionParams.version',
      'callParams.id',
      'callParams.callId',
      'stepParams.id',
      'stepParams.stepId',
      'servicesQuery.ids',
    ],
    ...paths('deadlineParams', 'id', 'deadlineId'),
    ...paths('paperParams', 'id', 'paperId'),
    ...[
      'setParams.id',
      'questionParams.id',
      'consentParams.id',
      'participantParams.id',
      'participantParams.participantId',
    ],
    ...['termsQuery.version', 'termsVersionParams.version', 'slotsQuery.days'],
    ...paths('messagesQuery', 'after', 'before', 'limit'),
    'attachmentQuery.page',
    ...paths('adminMessagesQuery', 'after', 'before', 'limit', 'after_note', 'before_note'),
  ],
  'the page sends what was stored when it was read': [
    ...paths('setAdminProfileBody', 'seen.name', 'seen.title', 'seen.away_until'),
    ...paths('setProofBody', 'seen.number', 'seen.issued_on', 'seen.note'),
    ...paths('updateLetterBody', 'seen.scope', 'seen.terms'),
    ...paths('updateDeadlineBody', 'seen.title', 'seen.starts_on', 'seen.last_day'),
    ...paths('updatePaperBody', 'seen.title', 'seen.why', 'seen.due_on'),
    ...['setOpponentsBody.seen[]', 'callbackCapacityBody.seen.hours[][][]'],
  ],
  'a choice from a list': [
    ...[
      'adminConversationsQuery.assignee',
      'adminOrdersQuery.assignee',
      'adminOrdersExportQuery.assignee',
      'orderCountsQuery.assignee',
    ],
    ...['issueRefundBody.account.bank_code', 'grantRefundBody.account.bank_code', 'refundAccount.bank_code'],
    ...['termsParams.filename', 'termsVersionParams.filename', 'placeOrderBody.agreed_terms[].filename'],
    ...['setParams.set', 'questionParams.set', 'questionParams.question'],
    ...['placeOrderBody.selected_plan', 'reportQuery.month', 'adminOrdersExportQuery.month', 'ledgerQuery.month'],
  ],
  'the page writes a moment from fields of the browser': [
    'callbackCapacityBody.hours[][][]',
    ...[
      'recordContactBody.at',
      'recordContactBody.again_at',
      'bookCallbackBody.starts_at',
      'changeSharesBody.shares_until',
      'updateConversationBody.hold_until',
    ],
    ...paths('adminServiceBody', 'scheduled_price.starts_at', 'scheduled_price.ends_at'),
    ...paths('updateServiceBody', 'scheduled_price.starts_at', 'scheduled_price.ends_at'),
  ],
};

/** Kinds of schemas that take no text of a person. */
const TEXTLESS = new Set<string>([
  ...['boolean', 'number', 'int', 'enum', 'literal', 'null', 'undefined', 'date', 'file', 'custom', 'unknown'],
]);

type StringField = { path: string; isRead: boolean };

function isReader(check: z.core.$ZodCheck<never>): boolean {
  const { def } = check._zod;
  return 'tx' in def && READERS.includes(def.tx);
}

/** The texts that a schema takes, by their paths. */
function textsOf(schema: z.core.$ZodType, path: string): StringField[] {
  const { def } = schema._zod;
  if (schema instanceof z.core.$ZodString) return [{ path, isRead: (schema._zod.def.checks ?? []).some(isReader) }];
  if (schema instanceof z.core.$ZodObject) {
    return Object.entries(schema._zod.def.shape).flatMap(([name, part]) => textsOf(part, `${path}.${name}`));
  }
  if (schema instanceof z.core.$ZodArray) return textsOf(schema._zod.def.element, `${path}[]`);
  if (schema instanceof z.core.$ZodTuple) return schema._zod.def.items.flatMap((item) => textsOf(item, `${path}[]`));
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.flatMap((option) => textsOf(option, path));
  if (schema instanceof z.core.$ZodPipe) {
    const { in: first, out } = schema._zod.def;
    return textsOf(first instanceof z.core.$ZodTransform ? out : first, path);
  }
  if (schema instanceof z.core.$ZodRecord) return textsOf(schema._zod.def.valueType, `${path}[]`);
  if ('innerType' in def && def.innerType instanceof z.core.$ZodType) return textsOf(def.innerType, path);
  if (TEXTLESS.has(def.type)) return [];
  throw new Error(`${path} is a ${def.type}, of which this test does not know the texts`);
}

const inputs = SCHEMA_MODULES.flatMap((module) => Object.entries(module))
  .filter(([name]) => /(Body|Query|Params?)$/.test(name))
  .concat(Object.entries(OTHER_BODIES))
  .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType);
const texts = inputs.flatMap(([name, schema]) => textsOf(schema, name));
const exempt = Object.values(AS_IT_IS).flat();

describe('the texts that the calls take', () => {
  it('are sought in schemas of every kind', () => {
    expect(() => textsOf(z.map(z.string(), z.string()), 'query.names')).toThrow('query.names is a map');
    expect(() => textsOf(z.object({ any: z.any() }), 'body')).toThrow('body.any is a any');
    expect(textsOf(z.preprocess(String, z.string().nullish()), 'body.note')).toEqual([
      { path: 'body.note', isRead: false },
    ]);
  });

  it('are read by the module of typed text, or are taken as they are for a reason', () => {
    const forgotten = texts.filter((text) => !text.isRead && !exempt.includes(text.path));
    expect(forgotten.map(({ path }) => path)).toEqual([]);
  });

  it('have no reason that no field needs', () => {
    const unread = new Set(texts.filter(({ isRead }) => !isRead).map(({ path }) => path));
    expect(exempt.filter((path) => !unread.has(path))).toEqual([]);
  });

  it('that are compared as secrets are never changed', () => {
    const secrets = texts.filter(({ path }) => /(password|token)$/i.test(path));
    expect(secrets.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['logInBody.password', 'resetPasswordBody.token', 'verifySocialTokenBody.socialToken']),
    );
    expect(secrets.filter(({ isRead }) => isRead)).toEqual([]);
  });

  it('are found', () => {
    expect(texts.filter(({ isRead }) => isRead).map(({ path }) => path)).toEqual(
      expect.arrayContaining(['registerBody.phone', 'searchQuery.q', 'soldierBody.fullname', 'grantRefundBody.note']),
    );
  });
});
