import { describe, expect, it } from 'vitest';
import { PAYMENT_ERRORS, paymentErrorMessage } from './payment-errors.ts';

/** The codes of spec §8. */
const SPEC_CODES = [
  'NEED_MORE_PARAMS',
  'INVALID_REQUEST_PARAMS',
  'NEED_ITEM_ID',
  'NEED_ITEM_NAME',
  'NEED_ITEM_QTY',
  'NEED_ITEM_PRICE',
  'NEED_ITEM_TOTAL_PRICE_NOT_MATCH',
  'RC_RECEIPT_POLLING_INVALID',
  'RC_CONFIRM_READY_NOT_YET',
  'RC_CLOSE_WINDOW',
  'RC_WIDGET_TYPE_INVALID',
  'RC_PG_METHOD_NOT_SELECTED',
  'RC_TERMS_NOT_AGREE',
  'RC_OOPAY_NEED_SELECT_WALLET',
] as const;

describe('paymentErrorMessage', () => {
  it.each(SPEC_CODES)('has a Korean sentence for %s', (code) => {
    expect(PAYMENT_ERRORS[code]).toMatch(/^[가-힣].*\.$/);
    expect(paymentErrorMessage(code, 'something else')).toBe(PAYMENT_ERRORS[code]);
  });

  it('passes on what a card company says under a code of its own', () => {
    expect(paymentErrorMessage('8037', '카드 한도를 초과했습니다.')).toBe('카드 한도를 초과했습니다.');
  });

  it.each(['', '  '])('never stays silent', (message) => {
    expect(paymentErrorMessage('8037', message)).toMatch(/다시 시도/);
  });

  it('does not take the name of a built-in property for a code', () => {
    expect(paymentErrorMessage('constructor', '거절')).toBe('거절');
  });
});
