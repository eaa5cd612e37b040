import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { StaffMember } from '#shared/features/admin-profiles/schemas.ts';
import { ServiceWorkForm } from '#web/features/orders/admin/work/service-work-form.tsx';
import { renderInPage } from './support/render-page.tsx';
import { json, stubServer } from './support/stub-server.ts';

const member = (id: number, fullname: string, takes_cases: boolean): StaffMember => ({
  id,
  name: '',
  title: '변호사',
  takes_cases,
  open_cases: 0,
  fullname,
});

test('keeps who takes the orders although no cases are taken any more, and sends one step a line', async () => {
  const work = { assignee_id: 3, steps: ['자료 요청'], version: 1 };
  const sent = stubServer({ 'PUT /api/admin/services/7/work': () => json({ ...work, version: 2 }) });
  const profiles = [member(3, '김공개', false), member(4, '한변호', true)];
  await renderInPage(<ServiceWorkForm serviceId={7} work={work} profiles={profiles} />);
  const assignee = page.getByLabelText('기본 담당자');
  await expect.element(assignee).toHaveDisplayValue('지금 사건을 맡지 않는 담당자');
  await expect.element(assignee.getByRole('option', { name: '한변호' })).toBeInTheDocument();
  await expect.element(assignee.getByRole('option', { name: '김공개' })).not.toBeInTheDocument();
  const steps = page.getByLabelText('진행 단계');
  const save = page.getByRole('button', { name: '업무 설정 저장' });
  await steps.fill('가'.repeat(101));
  await save.click();
  await expect.element(page.getByText('한 단계의 이름은 100자까지 쓸 수 있습니다.')).toBeVisible();
  expect(sent).toEqual([]);
  await steps.fill('자료 요청\n\n 제출 ');
  await save.click();
  await expect.element(page.getByText('저장했습니다. 이미 들어온 주문은 그대로입니다.')).toBeVisible();
  expect(sent).toEqual([{ assignee_id: 3, steps: ['자료 요청', '제출'], version: 1 }]);
});
