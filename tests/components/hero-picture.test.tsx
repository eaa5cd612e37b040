import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FIRM } from '#content/firm.ts';
import { HeroPicture } from '#web/features/home/hero-picture.tsx';
import { renderInPage } from './support/render-page.tsx';

const DRAWN = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="12" height="10"/>')}`;
/** No picture can be read from it. */
const MISSING = ['data:image/png,1', 'data:image/png,2', 'data:image/png,3'];

test.each([0, 1, 2])('falls back to the next picture when the first %i do not load', async (failing) => {
  await renderInPage(<HeroPicture sources={[...MISSING.slice(0, failing), DRAWN]} text="변호사 세 사람" />);
  await expect.element(page.getByRole('img', { name: '변호사 세 사람' })).toHaveAttribute('src', DRAWN);
});

test('falls back to a panel with the name when none loads', async () => {
  await renderInPage(<HeroPicture sources={MISSING} text="변호사 세 사람" />);
  await expect.element(page.getByText(FIRM.name)).toBeVisible();
  await expect.element(page.getByText(FIRM.centreName)).toBeVisible();
  await expect.element(page.getByRole('img')).not.toBeInTheDocument();
});
