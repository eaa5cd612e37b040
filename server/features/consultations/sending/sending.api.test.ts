import { expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import {
  answer,
  buildCustomer,
  openConversation,
  readEntries,
  readThread,
  say,
  writeNote,
} from '#tests/support/app/consultations.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

/** Statements of the work, without the notification that follows a moment after the answer. */
async function measure(work: () => Promise<unknown>) {
  const { statements, commits } = await shop.statements.measure(work);
  return { statements: statements.filter((each) => !each.includes('pg_notify')), commits };
}

async function expectCost(limit: number, work: () => Promise<unknown>): Promise<void> {
  const { statements } = await measure(work);
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(limit);
}

it('answers with the message or note as it is listed', async () => {
  const customer = await buildCustomer(shop);
  const { id } = await openConversation(customer);
  const asked = await say(customer, id, '추가로 여쭙니다');
  expect((await readThread(customer, id)).at(-1)).toEqual(asked);
  for (const write of [answer, writeNote]) {
    const written = await write(admin, id, '확인했습니다');
    expect((await readEntries(admin, id)).at(-1)).toEqual(written);
  }
});

it('sends and reads with few statements', async () => {
  const customer = await buildCustomer(shop);
  const { id } = await openConversation(customer);
  await answer(admin, id, '처음');
  await readEntries(admin, id);
  await expectCost(6, () => say(customer, id, '질문'));
  await expectCost(6, () => answer(admin, id, '답변'));
  await expectCost(2, () => readThread(customer, id, '?after=2'));
  await expectCost(3, () => readEntries(admin, id, '?after=2'));
});
