import { providerText } from '#shared/text/provider-text.ts';
import { readReceiptAnswer } from './bootpay-answers.ts';
import type { BootpayClient } from './bootpay-client.ts';
import type { PaymentGateway } from './gateway.ts';

/**
 * Creates the gateway of payments on the official SDK; `bootpay-answers.ts` maps its responses.
 */
export function createBootpayGateway({ call }: BootpayClient): PaymentGateway {
  return {
    findReceipt: (receiptId) =>
      call('findReceipt', (sdk) => sdk.receiptPayment(encodeURIComponent(receiptId)), readReceiptAnswer),
    approve: (receiptId) => call('approve', (sdk) => sdk.confirmPayment(receiptId), readReceiptAnswer),
    cancel: ({ receiptId, cancelId, amountWon, requestedBy, reason, account }) =>
      call(
        'cancel',
        (sdk) =>
          sdk.cancelPayment({
            receipt_id: receiptId,
            cancel_price: amountWon,
            cancel_id: cancelId,
            cancel_username: providerText(requestedBy),
            cancel_message: providerText(reason),
            ...(account && {
              refund: {
                bank_account: account.number,
                bank_username: providerText(account.holder),
                bank_code: account.bankCode,
              },
            }),
          }),
        readReceiptAnswer,
      ),
  };
}
