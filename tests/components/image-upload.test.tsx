import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { MAX_IMAGE_BYTES } from '#shared/features/images/schemas.ts';
import { ImageUpload } from '#web/features/images/admin/image-upload.tsx';
import { renderInPage } from './support/render-page.tsx';
import { json, stubServer } from './support/stub-server.ts';

const UPLOAD = 'POST /api/admin/images';
const file = page.getByLabelText('이미지 파일 올리기');

/** Chooses a file of this many bytes, in the browser itself: a large one would go through the test's connection. */
function choose(size = 10): void {
  const transfer = new DataTransfer();
  transfer.items.add(new File([new Uint8Array(size)], '그림.png', { type: 'image/png' }));
  const input = file.element();
  if (!(input instanceof HTMLInputElement)) throw new Error('no field for a file');
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('shows what is wrong with a file at its field, and takes the next one', async () => {
  const refused = { error: 'JPEG, PNG, WebP, AVIF, GIF 이미지만 올릴 수 있습니다.', code: 'IMAGE_UNSUPPORTED' };
  const answers = [json(refused, 400), json({ url: '/images/uploads/a-30x20.webp' }, 201)];
  const sent = stubServer({ [UPLOAD]: () => answers.shift() ?? json({}, 500) });
  const onUploaded = vi.fn();
  await renderInPage(<ImageUpload url="/images/case-process.svg" onUploaded={onUploaded} />);
  choose();
  await expect.element(page.getByText(refused.error)).toBeVisible();
  await expect.element(file).toHaveAttribute('aria-invalid', 'true');
  choose(MAX_IMAGE_BYTES + 1);
  await expect.element(page.getByText(/^이미지 파일이 너무 큽니다\./)).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(onUploaded).not.toHaveBeenCalled();
  choose();
  await expect.poll(() => onUploaded).toHaveBeenCalledExactlyOnceWith('/images/uploads/a-30x20.webp');
  await expect.element(file).not.toHaveAttribute('aria-invalid');
});
