import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { type Html, html } from '#server/lib/html.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { isLoopbackAddress, isLoopbackUrl } from '#server/lib/networks.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import { idParam } from '#shared/contract/fields.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { INK_500, INK_900, LINE, OLIVE_700, PAPER, SURFACE } from '#shared/platform/brand-colours.ts';
import { fillMail } from './letters/fill-mail.ts';
import { renderMail } from './letters/render-mail.ts';
import type { Mail, Message } from './mail.ts';

export const MAILBOX_PATH = '/dev/mailbox';
/** Number of mails shown. */
const SHOWN = 50;
/** Mails have inline styles and pictures; their sandboxed frames inherit this policy. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const ERASED = '링크의 유효 시간이 지나 내용을 지웠습니다.';

/**
 * Returns whether mails are shown publicly: only in development without a mail server, and only where people cannot
 * reach the shop from other machines. Reset links would let them into any account.
 */
export function isMailboxShown({ mode, mail, publicUrl }: Pick<Config, 'mode' | 'mail' | 'publicUrl'>): boolean {
  return mode === 'development' && mail.smtpUrl === undefined && isLoopbackUrl(publicUrl);
}

/** Headers by which a proxy names the visitor: the socket's peer is the proxy then. */
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const;

/**
 * Returns whether a browser on this machine asks for this machine. The configuration does not tell: the server may
 * listen on all addresses while `PUBLIC_URL` has its default, a proxy or a tunnel may lead here, and a foreign name
 * may resolve to this machine (DNS rebinding).
 */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  return (
    isLoopbackAddress(raw.socket.remoteAddress ?? '') &&
    isLoopbackUrl(`http://${headers.host ?? ''}`) &&
    FORWARDING_HEADERS.every((name) => headers[name] === undefined)
  );
}

type Row = { id: number; recipient: string; created_at: Date; mail: Mail | null };
/** `message` is undefined once its secret was erased. */
type ListedMail = Omit<Row, 'mail'> & { message: Message | undefined };

async function listMails({ db, siteUrl, dataKeys }: Options): Promise<ListedMail[]> {
  const { rows } = await sql<Row>`
    select id, recipient, created_at,
      case when params <> '{}' then jsonb_build_object('kind', kind, 'params', params) end as mail
    from mails order by id desc limit ${SHOWN}`.execute(db);
  return Promise.all(
    rows.map(async ({ mail, ...row }) => ({
      ...row,
      message: mail ? renderMail(await fillMail(mail, { db, dataKeys }), siteUrl()) : undefined,
    })),
  );
}

/** A message that would have gone to a phone. */
export type PhoneNotice = { to: string; text: string; created_at: Date };

type Options = {
  db: Db;
  siteUrl: () => string;
  dataKeys: DataKeys;
  listPhoneNotices: () => Promise<readonly PhoneNotice[]>;
};

/** The mails that the shop would send, for development without a mail server (contract §4). */
export const devMailbox: FastifyPluginAsyncZod<Options> = async (app, options) => {
  app.addHook('onRequest', async (request) => {
    if (!isFromThisMachine(request)) throw new AppError('NOT_FOUND');
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' });
  });
  app.get(MAILBOX_PATH, { schema: { hide: true } }, async (_request, reply) => {
    const content = listPage(await listMails(options), await options.listPhoneNotices());
    return reply.type('text/html; charset=utf-8').send(content.text);
  });
  app.get(`${MAILBOX_PATH}/:id`, { schema: { hide: true, params: idParam } }, async (request, reply) => {
    const kept = (await listMails(options)).find(({ id }) => id === request.params.id);
    if (!kept?.message) throw new AppError('NOT_FOUND');
    return reply.type('text/html; charset=utf-8').send(mailPage(kept, kept.message).text);
  });
};

const STYLE = html`<style>
body { margin: 0 auto; max-width: 880px; padding: 32px 24px; background: ${PAPER}; color: ${INK_900};
  font: 16px/1.7 Pretendard, sans-serif; word-break: keep-all; overflow-wrap: anywhere }
article { margin-top: 24px; padding: 20px 24px; background: ${SURFACE}; border: 1px solid ${LINE}; border-radius: 10px }
h1 { font-size: 26px } h2 { margin: 0; font-size: 18px } a { color: ${OLIVE_700} }
.about { margin: 4px 0 12px; color: ${INK_500}; font-size: 15px }
pre { margin: 0; font: inherit; white-space: pre-wrap }
iframe { box-sizing: border-box; width: 100%; height: 80vh; border: 1px solid ${LINE}; border-radius: 10px; background: ${SURFACE} }
</style>`;

function page(content: Html): Html {
  return html`<!doctype html>
<html lang="ko"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>개발용 메일함</title>${STYLE}</head><body>${content}</body></html>`;
}

function about({ recipient, created_at }: ListedMail): Html {
  return html`<p class="about">${recipient} · ${formatDateTime(wireTime(created_at))}</p>`;
}

function listPage(mails: readonly ListedMail[], notices: readonly PhoneNotice[]): Html {
  return page(html`<h1>개발용 메일함</h1>
<p>SMTP_URL이 없어 메일을 보내지 않고 여기에 보여드립니다. 최근 ${SHOWN}통까지 보입니다.</p>
${mails.length === 0 && html`<p>아직 메일이 없습니다.</p>`}
${mails.map((kept) => html`<article>${listed(kept)}</article>`)}
<h1>알림톡과 문자</h1>
<p>발송 설정이 있으면 휴대전화로 보낼 알림입니다. 최근 ${SHOWN}건까지 보입니다.</p>
${notices.length === 0 && html`<p>아직 알림이 없습니다.</p>`}
${notices.map(
  ({ to, text, created_at }) =>
    html`<article><p class="about">${formatPhone(to)} · ${formatDateTime(wireTime(created_at))}</p><pre>${withLinks(text)}</pre></article>`,
)}`);
}

function listed(kept: ListedMail): Html {
  const { id, message } = kept;
  if (!message) return html`<h2>비밀번호 재설정</h2>${about(kept)}<p>${ERASED}</p>`;
  return html`<h2><a href="${MAILBOX_PATH}/${id}">${message.subject}</a></h2>${about(kept)}
<pre>${withLinks(message.text)}</pre>`;
}

function mailPage(kept: ListedMail, message: Message): Html {
  return page(html`<p><a href="${MAILBOX_PATH}">메일함</a></p><h1>${message.subject}</h1>${about(kept)}
<iframe title="메일 내용" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${withPictures(message)}"></iframe>`);
}

/** The HTML with its pictures in it, as mail programs show them. */
function withPictures({ html: content, attachments = [] }: Message): string {
  return attachments.reduce(
    (shown, { cid, content: bytes }) =>
      shown.replaceAll(`cid:${cid}`, `data:image/png;base64,${bytes.toString('base64')}`),
    content,
  );
}

/** Turns the URLs of a text into links. */
function withLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}
