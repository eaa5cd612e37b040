import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type ReceivedWebhook = { receipt_id: string; webhook_type: string; status: number; cancelled_price: number };

/** A server that only receives webhooks. */
export type WebhookReceiver = {
  url: string;
  /** The webhooks of one receipt, oldest first. */
  received: (receiptId: string) => ReceivedWebhook[];
  /** Sets the status of its responses. */
  answerWith: (body: object) => void;
  close: () => void;
};

/** Starts a server that stores the webhooks that it receives. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let answer: object = { success: true };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/bootpay/webhook`,
    received: (receiptId) => received.filter((each) => each.receipt_id === receiptId),
    answerWith(body) {
      answer = body;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
