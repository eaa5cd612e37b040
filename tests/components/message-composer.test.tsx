import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { MessageComposer } from '#web/features/consultations/thread/message-composer.tsx';
import { renderInPage } from './support/render-page.tsx';

const NO_FILES = { items: [], problem: undefined, add: () => {}, remove: () => {}, retry: () => {}, clear: () => {} };
const field = page.getByLabelText('답변');
type Menu = { search: string; reply: string };

/** Records what is sent, and has a menu of one canned reply if one is given. */
async function show(menu?: Menu, uploads = NO_FILES) {
  const sent = vi.fn();
  function Composed() {
    const [text, setText] = useState('');
    const send = () => {
      sent(text);
      setText('');
    };
    const composer = { text, setText, uploads, obstacle: undefined, canSend: text !== '', send };
    const canned = menu && {
      isOpen: text === menu.search,
      choose: () => setText(menu.reply),
      handleKeyDown: () => {},
    };
    return <MessageComposer composer={composer} label="답변" {...(canned && { menu: canned })} />;
  }
  await renderInPage(<Composed />);
  await field.click();
  return sent;
}

/** Types a syllable as an input method for Hangul does: it is not yet part of the text. */
const compose = (text: string) =>
  cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
/** The Enter that an input method sees first. */
const composedEnter = (type: 'rawKeyDown' | 'keyUp') =>
  cdp().send('Input.dispatchKeyEvent', { type, key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 });

test('sends by Enter, and breaks the line by Shift and Enter', async () => {
  const sent = await show();
  await userEvent.keyboard('a{Shift>}{Enter}{/Shift}b');
  await expect.element(field).toHaveValue('a\nb');
  expect(sent).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sent).toHaveBeenCalledExactlyOnceWith('a\nb');
  await expect.element(field).toHaveValue('');
});

test('an Enter while Hangul is composed sends the whole syllable, once', async () => {
  const sent = await show();
  await cdp().send('Input.insertText', { text: '안녕하세' });
  await compose('요');
  await expect.element(field).toHaveValue('안녕하세요');
  await composedEnter('rawKeyDown');
  expect(sent).not.toHaveBeenCalled();
  await cdp().send('Input.insertText', { text: '요' });
  await expect.poll(() => sent).toHaveBeenCalledExactlyOnceWith('안녕하세요');
  // Chrome on macOS reports the same Enter again after the composition.
  await userEvent.keyboard('{Enter>}');
  expect(sent).toHaveBeenCalledOnce();
  await userEvent.keyboard('{/Enter}');
});

test('an Enter while Hangul is composed chooses from the menu, and sends nothing', async () => {
  const sent = await show({ search: '/조합', reply: '서류를 보내주세요.' });
  await cdp().send('Input.insertText', { text: '/조' });
  await compose('합');
  await composedEnter('rawKeyDown');
  await cdp().send('Input.insertText', { text: '합' });
  await expect.element(field).toHaveValue('서류를 보내주세요.');
  await composedEnter('keyUp');
  expect(sent).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sent).toHaveBeenCalledExactlyOnceWith('서류를 보내주세요.');
});

/** Pastes as a browser does; returns whether the browser puts the text into the field by itself. */
function paste(text: string, ...files: readonly File[]): boolean {
  const clipboardData = new DataTransfer();
  if (text !== '') clipboardData.setData('text/plain', text);
  for (const file of files) clipboardData.items.add(file);
  return field.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

test('cells of a spreadsheet are pasted as their text, not as the picture beside it', async () => {
  const add = vi.fn();
  await show(undefined, { ...NO_FILES, add });
  const picture = new File(['x'], 'image.png', { type: 'image/png' });
  expect(paste('이름\t계급\n홍길동\t병장', picture)).toBe(true);
  expect(add).not.toHaveBeenCalled();
  expect(paste('', picture)).toBe(false);
  expect(add).toHaveBeenCalledExactlyOnceWith([picture]);
});
