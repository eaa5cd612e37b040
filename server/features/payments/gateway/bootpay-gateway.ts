import { providerText } from '#shared/text/provider-text.ts';
import { readReceiptAnswer } from './bootpay-answers.ts';
import type { BootpayClient } from './bootpay-client.ts';
import { GatewayError, type PaymentGateway, type Receipt } from './gateway.ts';

/** Refuses an answer about another receipt: it would be recorded as what was asked for. */
function answerAbout(receiptId: string): (answer: unknown) => Receipt {
  return (answer) => {
    const receipt = readReceiptAnswer(answer);
    if (receipt.receiptId === receiptId) return receipt;
    throw new GatewayError('unreadable', 'OTHER_RECEIPT', 'the provider answered about another receipt');
  };
}

/**
 * Creates the gateway of payments on the official SDK; `bootpay-answers.ts` maps its responses.
 */
export function createBootpayGateway({ call }: BootpayClient): PaymentGateway {
  return {
    findReceipt: (receiptId) =>
      call('findReceipt', (sdk) => sdk.receiptPayment(encodeURIComponent(receiptId)), answerAbout(receiptId)),
    approve: (receiptId) => call('approve', (sdk) => sdk.confirmPayment(receiptId), answerAbout(receiptId)),
    cancel: ({ receiptId, cancelId, amountWon, requestedBy, reason, account }) =>
      call(
        'cancel',
        (sdk) =>
          sdk.cancelPayment({
            receipt_id: receiptId,
            cancel_price: amountWon,
            cancel_id: cancelId,
            cancel_username: providerText(requestedBy),
            cancel_message: providerText(reason) || '환불',
            ...(account && {
              refund: {
                bank_account: account.number,
                bank_username: providerText(account.holder),
                bank_code: account.bankCode,
              },
            }),
          }),
        answerAbout(receiptId),
      ),
  };
}
