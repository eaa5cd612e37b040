// The identity check of the stand-in: tells the server who the person is and the shop's page that it is done.
const { mode, receiptId, base } = document.body.dataset;
const form = document.querySelector('#identity');
const message = document.querySelector('#message');
const buttons = [...document.querySelectorAll('button')];

const shop = mode === 'popup' ? window.opener : window.parent;

function tellShop(event) {
  shop?.postMessage(JSON.stringify({ bootpay_event: true, ...event }), location.origin);
}

function leave({ event, redirect_url: redirectUrl }) {
  if (mode === 'redirect') {
    location.replace(redirectUrl);
    return;
  }
  tellShop(event);
  if (mode === 'popup') window.setTimeout(() => window.close(), 300);
}

async function act(name, body = {}) {
  message.textContent = '';
  for (const button of buttons) button.disabled = true;
  try {
    const response = await fetch(`${base}/auth/${receiptId}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.message);
    if (name === 'close' && mode === 'popup') window.close();
    else leave(answer);
  } catch (error) {
    message.textContent = error instanceof TypeError ? '서버에 연결하지 못했습니다. 다시 시도해주세요.' : error.message;
    for (const button of buttons) button.disabled = false;
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  act('prove', Object.fromEntries(new FormData(form)));
});
for (const button of document.querySelectorAll('[data-act]')) {
  button.addEventListener('click', () => act(button.dataset.act));
}

if (mode === 'iframe') {
  tellShop({ event: 'hideProgress' });
  tellShop({ event: 'showPayment' });
}
