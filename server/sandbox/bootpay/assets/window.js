// What the pages of the stand-in share: they tell the shop's page what came of the window, and the server what the person did.
const { mode, receiptId, base } = document.body.dataset;
const message = document.querySelector('#message');
const buttons = [...document.querySelectorAll('button')];
const shop = mode === 'popup' ? window.opener : window.parent;

function tellShop(event) {
  shop?.postMessage(JSON.stringify({ bootpay_event: true, ...event }), location.origin);
}

export function complain(text) {
  message.textContent = text;
}

/** Ends the page: `event` is for the SDK in the shop's page, `redirect_url` for a page that has left it. */
function leave({ event, redirect_url: redirectUrl }) {
  if (mode === 'redirect') {
    location.replace(redirectUrl);
    return;
  }
  if (event.gateway_url) event.gateway_url = new URL(event.gateway_url, location.origin).href;
  tellShop(event);
  if (mode === 'popup') window.setTimeout(() => window.close(), 300);
}

/** Sends what the person did below `desk`, as in `pay`, and ends the page with the answer. */
async function act(desk, name, body = {}) {
  complain('');
  for (const button of buttons) button.disabled = true;
  try {
    const response = await fetch(`${base}/${desk}/${receiptId}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.message);
    if (name === 'close' && mode === 'popup') window.close();
    else leave(answer);
  } catch (error) {
    complain(error instanceof TypeError ? '서버에 연결하지 못했습니다. 다시 시도해주세요.' : error.message);
    for (const button of buttons) button.disabled = false;
  }
}

/** Connects the buttons with `data-act`. Returns the function that sends what else the person does. */
export function openDesk(desk) {
  for (const button of document.querySelectorAll('[data-act]')) {
    button.addEventListener('click', () => act(desk, button.dataset.act));
  }
  return (name, body) => act(desk, name, body);
}

/** In the shop's own page the SDK shows the frame once it is told to; `resizeData` changes its size. */
export function showFrame(resizeData) {
  if (mode !== 'iframe') return;
  tellShop({ event: 'hideProgress' });
  if (resizeData) tellShop({ event: 'resize', resizeData });
  tellShop({ event: 'showPayment' });
}
