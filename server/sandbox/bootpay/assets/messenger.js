// Runs in the frame that the payment SDK posts its request into: passes on what the provider has to say to the shop's page.
const ADDRESS_FIELDS = ['url', 'gateway_url'];

for (const message of JSON.parse(document.body.dataset.messages ?? '[]')) {
  for (const field of ADDRESS_FIELDS) {
    if (message[field]) message[field] = new URL(message[field], location.origin).href;
  }
  parent.postMessage(JSON.stringify({ bootpay_event: true, ...message }), location.origin);
}
