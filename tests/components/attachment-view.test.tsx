import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AttachmentView } from '#web/features/consultations/thread/attachment-view.tsx';
import { renderInPage } from './support/render-page.tsx';

test('shows the file alone where its picture cannot be drawn', async () => {
  const attachment = {
    id: 1,
    filename: '사진.png',
    size: 1000,
    sha256: 'ab',
    scan: 'clean',
    has_preview: true,
  } as const;
  await renderInPage(<AttachmentView attachment={{ ...attachment, media_type: 'image/png' }} />);
  await expect.element(page.getByRole('button', { name: '사진.png 크게 보기' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: '사진.png 내려받기' })).toBeVisible();
});
