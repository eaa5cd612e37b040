import { describe, expect, it } from 'vitest';
import { FIRM } from '#content/firm.ts';
import type { Mail } from '../mail.ts';
import { renderMail } from './render-mail.ts';

const SITE = 'https://shop.example';
const NASTY = `<img src=x onerror=alert(1)> "홍" & '길'`;
const ORDER = {
  fullname: '홍길동',
  orderId: 7,
  orderNumber: '20261121-ABCDEF',
  serviceTitle: '징계 대응 <상담>',
  plan: '기본 & 추가',
  priceWon: 350_000,
  contactBy: null,
  phone: '01012345678',
  lawyer: null,
};
const ASKED = { basis: 'before_work', dueOn: '2026-12-02' } as const;
const ACCOUNT = { bankName: '신한은행', accountNumber: '11012345', holder: FIRM.name };

const MAILS: [Mail, subject: string, says: string[]][] = [
  [
    {
      kind: 'password_reset',
      params: {
        accounts: [
          { userId: 'one', token: 'a-1' },
          { userId: 'two', token: 'b_2' },
        ],
      },
    },
    '비밀번호 재설정 안내',
    [`${SITE}/reset-password#token=a-1`, `${SITE}/reset-password#token=b_2`, 'one', 'two', '1시간'],
  ],
  [
    { kind: 'user_id_notice', params: { userIds: ['one', 'kakao_two'] } },
    '아이디 안내',
    ['one', 'kakao_two', `${SITE}/login`],
  ],
  [
    { kind: 'welcome', params: { userId: 'hong.gd', token: 'w-1' } },
    '가입을 환영합니다',
    ['hong.gd', '24시간', `${SITE}/verify-email#token=w-1`, `${SITE}/services`],
  ],
  [
    {
      kind: 'new_device_login',
      params: { userId: 'hong.gd', at: '2026-11-21T05:05:00Z', device: 'Chrome · Windows', address: '192.0.2.7' },
    },
    '새 기기에서 로그인했습니다',
    ['hong.gd', '2026. 11. 21. 14:05', 'Chrome · Windows', '192.0.2.7', `${SITE}/forgot-password`],
  ],
  [
    {
      kind: 'marketing_changed',
      params: {
        userId: 'hong.gd',
        changes: [
          { channel: 'email', isGiven: true, at: '2026-11-21T05:05:00Z' },
          { channel: 'sms', isGiven: false, at: '2026-11-22T05:05:00Z' },
        ],
      },
    },
    '광고성 정보 수신 동의 처리 결과',
    [FIRM.name, 'hong.gd', '2026. 11. 21. 14:05 동의', '2026. 11. 22. 14:05 동의 철회', `${SITE}/profile`],
  ],
  [
    {
      kind: 'marketing_reminder',
      params: { userId: 'hong.gd', consents: [{ channel: 'sms', at: '2024-11-21T05:05:00Z' }] },
    },
    '광고성 정보 수신 동의 확인 안내',
    [FIRM.name, 'hong.gd', '2024. 11. 21. 14:05 동의', '철회', `${SITE}/profile`],
  ],
  [
    { kind: 'email_verification', params: { userId: 'hong.gd', token: 'v-1' } },
    '이메일 주소 확인',
    ['hong.gd', '24시간', `${SITE}/verify-email#token=v-1`],
  ],
  [
    { kind: 'email_changed', params: { userId: 'hong.gd', token: 'u-1', hasNewPassword: true } },
    '이메일 주소 변경 안내',
    ['hong.gd', '이메일 주소, 비밀번호', '7일', `${SITE}/undo-email#token=u-1`],
  ],
  [
    { kind: 'staff_invitation', params: { token: 's-1' } },
    '직원 계정 초대',
    ['72시간', `${SITE}/staff-invitation#token=s-1`],
  ],
  [
    { kind: 'account_changed', params: { userId: 'hong.gd', changed: ['email', 'password'] } },
    '계정 정보 변경 안내',
    ['hong.gd', '이메일 주소, 비밀번호', '변경하신 적이 없다면'],
  ],
  [
    { kind: 'refund_proposed', params: { orderId: 7, orderNumber: '20261121-ABCDEF' } },
    '두 번째 확인을 기다리는 환불이 있습니다 (주문 20261121-ABCDEF)',
    ['7일 안에', `${SITE}/admin/orders/7`],
  ],
  [
    { kind: 'order_confirmed', params: ORDER },
    '결제가 완료되었습니다',
    ['20261121-ABCDEF', '350,000원', `${SITE}/purchase/result?orderId=7`],
  ],
  [
    { kind: 'order_cancelled', params: ORDER },
    '신청이 취소되고 환불되었습니다',
    ['20261121-ABCDEF', '모두 환불', '350,000원'],
  ],
  [
    { kind: 'order_refunded', params: { ...ORDER, refundedWon: 100_000 } },
    '결제 금액의 일부를 환불했습니다',
    ['20261121-ABCDEF', '100,000원'],
  ],
  [
    { kind: 'payment_returned', params: { ...ORDER, refundedWon: 350_000 } },
    '신청에 쓰이지 않은 결제를 환불했습니다',
    ['20261121-ABCDEF', '350,000원'],
  ],
  [
    { kind: 'refund_account', params: { ...ORDER, amountWon: 350_000 } },
    '환불받으실 계좌를 알려주세요',
    ['20261121-ABCDEF', '350,000원', `${SITE}/purchase/result?orderId=7`],
  ],
  [
    { kind: 'refund_asked', params: { ...ORDER, ...ASKED, amountWon: 350_000, policy: '업무에 착수하기 전입니다.' } },
    '환불 요청을 접수했습니다',
    ['20261121-ABCDEF', '350,000원', '업무에 착수하기 전입니다.', '7영업일', `${SITE}/profile`],
  ],
  [
    {
      kind: 'refund_asked',
      params: { ...ORDER, ...ASKED, amountWon: 0, basis: 'period_over', policy: '기간이 지났습니다.' },
    },
    '환불 요청을 접수했습니다',
    ['담당자 확인 후 결정', '기간이 지났습니다.'],
  ],
  [
    { kind: 'refund_withdrawn', params: ORDER },
    '환불 요청이 철회되었습니다',
    ['20261121-ABCDEF', '신청은 그대로 유지됩니다.'],
  ],
  [
    { kind: 'refund_granted', params: { ...ORDER, grantedWon: 200_000, requestId: 3, note: '일부를 환불합니다.' } },
    '환불 요청을 승인했습니다',
    ['20261121-ABCDEF', '200,000원', '일부를 환불합니다.'],
  ],
  [
    { kind: 'refund_refused', params: { ...ORDER, requestId: 3, note: '업무가 끝났습니다.' } },
    '환불 요청을 받아들이지 못했습니다',
    ['20261121-ABCDEF', '업무가 끝났습니다.'],
  ],
  [
    {
      kind: 'lawyer_named',
      params: {
        orderId: 1,
        orderNumber: '20261121-ABCDEF',
        lawyer: { name: '한석봉', title: '변호사' },
        isChange: true,
      },
    },
    '사건 담당 변경 안내',
    ['20261121-ABCDEF', '한석봉 변호사', '담당이 바뀌었습니다'],
  ],
  [
    { kind: 'virtual_account', params: { ...ORDER, ...ACCOUNT, expiresAt: '2026-11-22T05:05:00.000Z' } },
    '입금하실 가상계좌를 알려드립니다',
    ['신한은행', '11012345', '350,000원', '2026. 11. 22. 14:05까지', '현금영수증'],
  ],
];

describe('every mail', () => {
  it.each(MAILS)('%o', (mail, subject, says) => {
    const message = renderMail(mail, SITE);
    expect(message.subject).toBe(`[${FIRM.centreName}] ${subject}`);
    for (const part of [...says, FIRM.name, FIRM.address, FIRM.phone]) {
      expect(message.text).toContain(part);
      expect(message.html).toContain(part.replaceAll('&', '&amp;'));
    }
    expect(message.html).toMatch(/^<!doctype html>\s*<html lang="ko">/);
    expect(message.html).not.toContain('<table');
    // No external images, scripts or styles, so opening the mail cannot be tracked.
    expect(message.html).not.toMatch(/<(img|script|link|iframe)|src=|url\(/);
  });
});

it('user input is escaped', () => {
  const welcome = renderMail({ kind: 'welcome', params: { userId: NASTY } }, SITE);
  expect(welcome.html).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;홍&quot; &amp; &#39;길&#39;');
  expect(welcome.html).not.toContain('<img');
  expect(welcome.text).toContain(NASTY);
  const order = renderMail({ kind: 'order_confirmed', params: { ...ORDER, fullname: NASTY } }, SITE);
  expect(order.html).toContain('징계 대응 &lt;상담&gt;');
  expect(order.html).toContain('기본 &amp; 추가');
  expect(order.html).not.toContain('<img');
});

it('a token with special characters stays intact in its link', () => {
  const accounts = [{ userId: 'one', token: 'a&b="c' }];
  const { text, html } = renderMail({ kind: 'password_reset', params: { accounts } }, SITE);
  expect(text).toContain(`${SITE}/reset-password#token=a%26b%3D%22c\n`);
  expect(html).toContain(`href="${SITE}/reset-password#token=a%26b%3D%22c"`);
});

describe('the lawyer of an order', () => {
  const mailOf = (kind: 'order_confirmed' | 'work_started', name: string) => {
    const params = { ...ORDER, lawyer: { name, title: '변호사' }, endsFullRefund: true };
    return renderMail({ kind, params }, SITE);
  };

  it.each(['order_confirmed', 'work_started'] as const)('has a face in the mail %s, which travels with it', (kind) => {
    const { html, text, attachments } = mailOf(kind, '성춘향');
    expect(text).toContain('담당: 성춘향 변호사');
    expect(html.match(/<img src="[^"]*"/g)).toEqual(['<img src="cid:lawyer"']);
    expect(attachments).toMatchObject([{ cid: 'lawyer', filename: 'seong.png' }]);
    expect(attachments?.[0]?.content.subarray(1, 4).toString()).toBe('PNG');
    expect(attachments?.[0]?.content.length).toBeLessThan(10_000);
  });

  it('is named without a face where there is no portrait', () => {
    const { html, text, attachments } = mailOf('order_confirmed', NASTY);
    expect(text).toContain(`담당: ${NASTY} 변호사`);
    expect(html).not.toContain('<img');
    expect(attachments).toBeUndefined();
  });
});

it('a mail with an erased token has no link', () => {
  const params = { userId: 'hong.gd', hasNewPassword: false };
  expect(renderMail({ kind: 'welcome', params }, SITE).text).not.toContain('verify-email');
  expect(renderMail({ kind: 'email_verification', params }, SITE).text).not.toContain('verify-email');
  expect(renderMail({ kind: 'email_changed', params }, SITE).text).not.toContain('undo-email');
});

it('a mail omits a missing name and a missing deadline', () => {
  const params = { ...ORDER, ...ACCOUNT, fullname: '', expiresAt: null };
  const account = renderMail({ kind: 'virtual_account', params }, SITE);
  expect(account.text).toMatch(/^안녕하세요\. 아래 계좌로/);
  expect(account.text).not.toContain('기한');
});
