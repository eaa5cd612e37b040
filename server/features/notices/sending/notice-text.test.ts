import { describe, expect, it } from 'vitest';
import { NOTICE_KINDS } from '#shared/rules/notices/notices.ts';
import { writeNotice } from './notice-text.ts';

const SITE = 'https://shop.example';

describe('writeNotice', () => {
  it.each(NOTICE_KINDS)('leaves no variable of %s empty, which the provider would refuse', (kind) => {
    const { text, variables } = writeNotice(kind, { orderId: 7, orderNumber: '', holder: '' }, SITE);
    for (const [name, value] of Object.entries(variables)) expect(value, name).not.toBe('');
    expect(text).not.toContain('#{');
  });

  it('says where a holder of the account is shown that the provider did not name', () => {
    const account = { orderId: 7, bankName: '국민은행', accountNumber: '123-456', holder: '', priceWon: 350_000 };
    expect(writeNotice('virtual_account', account, SITE).text).toContain('예금주: 주문 내역에서 확인해주세요');
  });
});
