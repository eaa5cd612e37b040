import { type Html, html } from '#server/lib/html.ts';
import { koreanTime, METHOD_LABELS, METHODS, type SandboxReceipt, STATUS, STATUS_LABELS, statusAt } from './receipt.ts';

/** On every page of the stand-in, so that it is not taken for a real payment. */
const NOTICE = '테스트 결제: 실제로 청구되지 않습니다.';

const won = (amount: number) => `${amount.toLocaleString('en-US')}원`;

/** `2026. 11. 21. 14:05` in Korean time. */
function shownTime(iso: string): string {
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+)T(\d+:\d+)/.exec(iso) ?? [];
  return `${year}. ${Number(month)}. ${Number(day)}. ${time}`;
}

type Page = {
  base: string;
  title: string;
  notice?: string;
  script?: string;
  data?: Record<string, string>;
  body: Html;
};

export function sandboxPage({ base, title, notice = NOTICE, script, data = {}, body }: Page): string {
  const attributes = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`);
  return html`<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/assets/sandbox.css">
${script && html`<script type="module" src="${base}/assets/${script}"></script>`}
</head>
<body${attributes}>
<header class="notice"><p>${notice}</p></header>
${body}
</body>
</html>`.text;
}

/** Returns what the page in the SDK's hidden frame says to the shop's page, one message after the other. */
export function messengerPage(base: string, messages: readonly Record<string, unknown>[]): string {
  return sandboxPage({
    base,
    title: '결제 준비',
    script: 'messenger.js',
    data: { messages: JSON.stringify(messages) },
    body: html`<main class="panel"><h1>결제를 준비하고 있습니다</h1></main>`,
  });
}

const summary = (receipt: SandboxReceipt) => html`
<dl class="summary">
<div><dt>상품</dt><dd>${receipt.order_name}</dd></div>
<div><dt>주문 번호</dt><dd>${receipt.order_id}</dd></div>
<div class="price"><dt>결제 금액</dt><dd>${won(receipt.price)}</dd></div>
</dl>`;

const HINTS = {
  card: '국내 모든 카드',
  easy: '간편결제 앱',
  vbank: '계좌로 입금',
} as const;

const methodChoice = METHODS.map(
  (method) => html`
<label class="method"><input type="radio" name="method" value="${method}" required><span><b>${METHOD_LABELS[method]}</b><small>${HINTS[method]}</small></span></label>`,
);

/**
 * How the page was opened decides where its result goes: to the opener, to the page around it, or
 * to an address.
 */
export type PaymentPageMode = 'popup' | 'iframe' | 'redirect';

/** The page on which the buyer chooses, agrees and pays. */
export function paymentPage(base: string, receipt: SandboxReceipt, mode: PaymentPageMode): string {
  return sandboxPage({
    base,
    title: '결제하기',
    script: 'payment.js',
    data: { mode, 'receipt-id': receipt.receipt_id, base },
    body: html`
<main class="panel payment">
<section aria-labelledby="title"><h1 id="title">결제 내용 확인</h1>${summary(receipt)}</section>
<form id="payment" novalidate>
<fieldset><legend>결제 수단</legend><div class="methods">${methodChoice}</div></fieldset>
<fieldset><legend>약관 동의</legend>
<label class="check all"><input type="checkbox" id="agree-all"><span>모두 동의합니다</span></label>
<label class="check"><input type="checkbox" name="terms" required><span>전자금융거래 이용약관 (필수)</span></label>
<label class="check"><input type="checkbox" name="terms" required><span>개인정보 제3자 제공 동의 (필수)</span></label>
</fieldset>
<p class="message" id="message" role="alert"></p>
<div class="actions">
<button type="submit" class="primary">${won(receipt.price)} 결제 승인</button>
<button type="button" data-act="refuse">결제 거절</button>
<button type="button" data-act="close">닫기</button>
</div>
</form>
</main>
<noscript><p class="message">결제하려면 자바스크립트를 켜야 합니다.</p></noscript>`,
  });
}

/** For a payment that is over, and for addresses that lead nowhere. */
export function endPage(base: string, title: string, text: string): string {
  return sandboxPage({ base, title, body: html`<main class="panel"><h1>${title}</h1><p>${text}</p></main>` });
}

function receiptRows(receipt: SandboxReceipt, now: Date): [string, string][] {
  const account = receipt.virtual_account;
  return [
    ['상태', STATUS_LABELS[statusAt(receipt, now)] ?? ''],
    ['결제 수단', receipt.method ? METHOD_LABELS[receipt.method] : ''],
    ['결제 번호', receipt.receipt_id],
    ['결제 시각', receipt.purchased_at ? shownTime(koreanTime(receipt.purchased_at)) : ''],
    ['취소 금액', receipt.cancelled_price > 0 ? won(receipt.cancelled_price) : ''],
    ['입금 은행', account?.bank_name ?? ''],
    ['계좌 번호', account?.bank_account ?? ''],
    ['예금주', account?.bank_username ?? ''],
    ['입금 기한', account ? shownTime(account.expired_at) : ''],
  ];
}

/** The receipt that a buyer can open later; a virtual account can be paid into here. */
export function receiptPage(base: string, receipt: SandboxReceipt, now: Date): string {
  const rows = receiptRows(receipt, now).filter(([, value]) => value !== '');
  const isAwaited = statusAt(receipt, now) === STATUS.issued;
  return sandboxPage({
    base,
    title: '영수증',
    body: html`
<main class="panel receipt">
<h1>영수증</h1>
${summary(receipt)}
<dl class="details">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${
  isAwaited &&
  html`
<form method="post" action="${base}/receipt/${receipt.receipt_id}/deposit">
<button type="submit" class="primary">${won(receipt.price)} 입금하기 (테스트)</button>
</form>`
}
</main>`,
  });
}
