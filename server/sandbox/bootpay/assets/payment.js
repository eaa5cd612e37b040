// The payment page of the stand-in.
import { complain, openDesk, showFrame } from './window.js';

const form = document.querySelector('#payment');
const agreeAll = document.querySelector('#agree-all');
const terms = [...document.querySelectorAll('input[name="terms"]')];
const act = openDesk('pay');

agreeAll.addEventListener('change', () => {
  for (const box of terms) box.checked = agreeAll.checked;
});
for (const box of terms) {
  box.addEventListener('change', () => {
    agreeAll.checked = terms.every((each) => each.checked);
  });
}

function refuse(text, field) {
  complain(text);
  field.focus();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const method = new FormData(form).get('method');
  const missingTerm = terms.find((box) => !box.checked);
  if (!method) refuse('결제 수단을 선택해주세요.', form.querySelector('input[name="method"]'));
  else if (missingTerm) refuse('필수 약관에 모두 동의해주세요.', missingTerm);
  else act('approve', { method, has_agreed: true });
});
form.addEventListener('change', () => complain(''));

const { innerWidth, innerHeight } = window.parent;
const height = `${Math.min(innerHeight - 80, 790)}px`;
showFrame(innerWidth < 600 ? { width: '100%', height: '100%' } : { width: '440px', height });
