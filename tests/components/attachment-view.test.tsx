import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AttachmentView } from '#web/features/consultations/thread/attachment-view.tsx';
import { AttachmentList } from '#web/pages/admin/case-stream/attachment-list.tsx';
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

const PDF = {
  id: 2,
  filename: '처분서.pdf',
  media_type: 'application/pdf',
  size: 1000,
  sha256: 'ab',
  scan: 'off',
  has_preview: false,
} as const;

test.for([
  ['a message', <AttachmentView key="file" attachment={PDF} />],
  ["a case's paper for staff", <AttachmentList key="file" files={[PDF]} />],
] as const)('opens the PDF of %s in the page, and fetches the file only by 내려받기', async ([, file]) => {
  await renderInPage(file);
  const open = page.getByRole('button', { name: '처분서.pdf 열기' });
  await expect.element(page.getByRole('link', { name: '처분서.pdf 내려받기' })).toBeVisible();
  await open.click();
  const dialog = page.getByRole('dialog', { name: '처분서.pdf' });
  await expect.element(dialog.getByRole('link', { name: '내려받기' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(open).toHaveFocus();
});
