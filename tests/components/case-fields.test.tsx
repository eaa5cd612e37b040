import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CaseFields } from '#web/pages/purchase/case-fields.tsx';
import { renderInPage } from './support/render-page.tsx';

test('asks a buyer for no diagnosis and no offence', async () => {
  const texts = { description: '', deadline: '', contactWindow: '' };
  await renderInPage(<CaseFields texts={texts} onChange={() => {}} />);
  await expect
    .element(page.getByLabelText('무슨 일인가요?'))
    .toHaveAccessibleDescription(/병명, 혐의, 주민등록번호는 적지 마세요/);
});
