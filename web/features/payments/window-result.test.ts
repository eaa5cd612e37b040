import { describe, expect, it } from 'vitest';
import { PAYMENT_ERRORS } from '#shared/rules/payments/payment-errors.ts';
import { readRedirectResult } from './window-result.ts';

describe('readRedirectResult', () => {
  it.each(['confirm', 'done', 'issued'] as const)('reads a result as %s', (kind) => {
    expect(readRedirectResult({ event: kind, receipt_id: '64af' })).toEqual({ kind, receiptId: '64af' });
  });

  it('reads the reason for a failed payment', () => {
    const message = '한도를 초과했습니다.';
    const result = readRedirectResult({ event: 'error', error_code: '8037', message });
    expect(result).toEqual({ kind: 'error', code: '8037', message });
  });

  it('has a sentence for a window that was closed without a code', () => {
    expect(readRedirectResult({ event: 'cancel' })).toEqual({
      kind: 'cancel',
      code: 'RC_CLOSE_WINDOW',
      message: PAYMENT_ERRORS.RC_CLOSE_WINDOW,
    });
  });

  it.each([{ event: 'confirm' }, { event: 'confirm', receipt_id: '../x' }, { event: 'nonsense', receipt_id: '64af' }])(
    'reads %j as an error',
    (search) => {
      expect(readRedirectResult(search)).toMatchObject({ kind: 'error' });
    },
  );

  it('is undefined for an address without a result', () => {
    expect(readRedirectResult({})).toBeUndefined();
  });
});
