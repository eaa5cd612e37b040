import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Room } from '#shared/rules/case-access/areas.ts';
import { confirmRoom, readersOf } from '#web/features/consultations/rooms.ts';
import { MessageComposer } from '#web/features/consultations/thread/message-composer.tsx';
import { Button } from '#web/ui/button.tsx';
import { renderInPage } from './support/render-page.tsx';

const NO_FILES = { items: [], problem: undefined, add: () => {}, remove: () => {}, retry: () => {}, clear: () => {} };
const COMPOSER = {
  text: '',
  setText: () => {},
  uploads: NO_FILES,
  obstacle: undefined,
  canSend: false,
  send: () => {},
};

test.each([
  ['customer', 'buyer', '이 대화는 나와 담당자만 읽습니다.'],
  ['customer', 'client', '이 대화는 나와 담당자만 읽습니다.'],
  ['customer', 'shared', '의뢰인과 구매자, 담당자가 함께 읽습니다.'],
  ['staff', 'buyer', '구매자와 담당자만 읽습니다.'],
  ['staff', 'client', '의뢰인과 담당자만 읽습니다.'],
  ['staff', 'shared', '의뢰인과 구매자, 담당자가 함께 읽습니다.'],
] as const)('the composer of %s in the room %s says who reads', async (side, room, sentence) => {
  const readers = readersOf({ room, order_id: 1 }, side);
  await renderInPage(<MessageComposer composer={COMPOSER} label="메시지" readers={readers} />);
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(page.getByLabelText('메시지')).toHaveAccessibleDescription(new RegExp(sentence));
});

test('the first message after a change of room asks once', async () => {
  const answers = vi.fn();
  const write = (room: Room) => async () => answers(await confirmRoom({ room, order_id: 7 }, 'customer'));
  await renderInPage(
    <>
      <Button onClick={() => void write('client')()}>own</Button>
      <Button onClick={() => void write('shared')()}>shared</Button>
    </>,
  );
  const own = page.getByRole('button', { name: 'own' });
  const shared = page.getByRole('button', { name: 'shared' });
  const dialog = page.getByRole('alertdialog');
  await own.click();
  await expect.poll(() => answers).toHaveBeenLastCalledWith(true);
  await shared.click();
  await expect.element(dialog.getByText('의뢰인과 구매자, 담당자가 함께 읽습니다.')).toBeVisible();
  await dialog.getByRole('button', { name: '취소' }).click();
  await expect.poll(() => answers).toHaveBeenLastCalledWith(false);
  await shared.click();
  await dialog.getByRole('button', { name: '보내기' }).click();
  await expect.poll(() => answers.mock.calls).toEqual([[true], [false], [true]]);
  await shared.click();
  await expect.poll(() => answers.mock.calls).toEqual([[true], [false], [true], [true]]);
});
