// The payment page of the stand-in: tells the server what the buyer did and the shop's page what came of it.
const { mode, receiptId, base } = document.body.dataset;
const form = document.querySelector('#payment');
const message = document.querySelector('#message');
const agreeAll = document.querySelector('#agree-all');
const terms = [...document.querySelectorAll('input[name="terms"]')];
const buttons = [...document.querySelectorAll('button')];

const shop = mode === 'popup' ? window.opener : window.parent;

function tellShop(event) {
  shop?.postMessage(JSON.stringify({ bootpay_event: true, ...event }), location.origin);
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

async function act(name, body = {}) {
  message.textContent = '';
  for (const button of buttons) button.disabled = true;
  try {
    const response = await fetch(`${base}/pay/${receiptId}/${name}`, {
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

agreeAll.addEventListener('change', () => {
  for (const box of terms) box.checked = agreeAll.checked;
});
for (const box of terms) {
  box.addEventListener('change', () => {
    agreeAll.checked = terms.every((each) => each.checked);
  });
}

function complain(text, field) {
  message.textContent = text;
  field.focus();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const method = new FormData(form).get('method');
  const missingTerm = terms.find((box) => !box.checked);
  if (!method) complain('결제 수단을 선택해주세요.', form.querySelector('input[name="method"]'));
  else if (missingTerm) complain('필수 약관에 모두 동의해주세요.', missingTerm);
  else act('approve', { method, has_agreed: true });
});
form.addEventListener('change', () => {
  message.textContent = '';
});
for (const button of document.querySelectorAll('[data-act]')) {
  button.addEventListener('click', () => act(button.dataset.act));
}

if (mode === 'iframe') {
  const { innerWidth, innerHeight } = window.parent;
  const height = `${Math.min(innerHeight - 80, 790)}px`;
  const resizeData = innerWidth < 600 ? { width: '100%', height: '100%' } : { width: '440px', height };
  tellShop({ event: 'hideProgress' });
  tellShop({ event: 'resize', resizeData });
  tellShop({ event: 'showPayment' });
}
