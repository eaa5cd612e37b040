// The identity check of the stand-in.
import { openDesk, showFrame } from './window.js';

const form = document.querySelector('#identity');
const act = openDesk('auth');

form.addEventListener('submit', (event) => {
  event.preventDefault();
  act('prove', Object.fromEntries(new FormData(form)));
});

showFrame();
