import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ConsentBar } from '#web/features/analytics/consent-bar.tsx';
import { CONSENT_KEY } from '#web/lib/storage/storage.ts';
import { renderInPage } from './support/render-page.tsx';

test.for([
  ['동의하지 않음', 'denied'],
  ['동의함', 'granted'],
] as const)('stores the answer %s', async ([answer, stored]) => {
  await renderInPage(<ConsentBar />);
  await page.getByRole('button', { name: answer, exact: true }).click();
  expect(localStorage.getItem(CONSENT_KEY)).toBe(stored);
});
