import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { StaffMember } from '#shared/features/admin-profiles/schemas.ts';
import type { CallbackCapacity } from '#shared/features/callbacks/schemas.ts';
import type { ServiceWork } from '#shared/features/orders/work-schemas.ts';
import { AdminProfileForm } from '#web/features/admin-profiles/admin/admin-profile-form.tsx';
import { CallHoursForm } from '#web/features/callbacks/admin/call-hours-form.tsx';
import { CapacityForm } from '#web/features/callbacks/admin/capacity-form.tsx';
import { ServiceWorkForm } from '#web/features/orders/admin/work/service-work-form.tsx';
import { renderInPage } from './support/render-page.tsx';
import { json, stubServer } from './support/stub-server.ts';

const [EARLIER, LATER] = ['먼저 쓴 내용', '나중에 쓴 내용'];
const HOURS: CallbackCapacity = { capacity: 2, hours: { 1: [['10:00', '12:00']] } };
const WORK: ServiceWork = { assignee_id: null, steps: ['처음 내용'], version: 1 };
const MEMBER: StaffMember = {
  id: 3,
  name: '',
  title: '처음 내용',
  takes_cases: true,
  open_cases: 0,
  fullname: '홍길동',
};

type Case = {
  form: string;
  component: ReactNode;
  /** Address of what is stored, and of the list that has it. */
  paths: { put: string; get?: string };
  label: string;
  save: string;
  texts?: readonly [earlier: string, later: string];
  opened: object;
  stored: object;
  /** The stored thing as its list has it. */
  listed?: object;
  sent: object;
};

const CASES: Case[] = [
  {
    form: 'the places for calls',
    component: <CapacityForm />,
    paths: { put: '/api/admin/callback-capacity' },
    label: '한 시간대에 받을 예약',
    save: '저장',
    texts: ['3', '4'],
    opened: HOURS,
    stored: { ...HOURS, capacity: 3 },
    sent: { capacity: 4, seen: { ...HOURS, capacity: 3 } },
  },
  {
    form: 'the hours for calls',
    component: <CallHoursForm />,
    paths: { put: '/api/admin/callback-capacity' },
    label: '월요일',
    save: '통화 시간 저장',
    texts: ['09:00-11:00', '13:00-15:00'],
    opened: HOURS,
    stored: { ...HOURS, hours: { 1: [['09:00', '11:00']] } },
    sent: {
      capacity: 2,
      hours: expect.objectContaining({ 1: [['13:00', '15:00']] }),
      seen: { capacity: 2, hours: { 1: [['09:00', '11:00']] } },
    },
  },
  {
    form: 'the work of a service',
    component: <ServiceWorkForm serviceId={7} work={WORK} profiles={[]} />,
    paths: { put: '/api/admin/services/7/work' },
    label: '진행 단계',
    save: '업무 설정 저장',
    opened: WORK,
    stored: { ...WORK, steps: [EARLIER], version: 2 },
    sent: { assignee_id: null, steps: [LATER], version: 2 },
  },
  {
    form: 'a member of staff',
    component: <AdminProfileForm member={MEMBER} others={[]} />,
    paths: { put: '/api/admin/staff/3', get: '/api/admin/staff' },
    label: '직함',
    save: '공개 정보 저장',
    opened: [MEMBER],
    stored: { ...MEMBER, title: EARLIER },
    listed: [{ ...MEMBER, title: EARLIER }],
    sent: expect.objectContaining({ title: LATER, seen: expect.objectContaining({ title: EARLIER }) }),
  },
];

test.for(CASES)(
  '$form: shows what another tab has saved, and keeps what is typed until one is chosen',
  async (form) => {
    const {
      component,
      paths,
      label,
      save,
      opened,
      stored,
      listed = stored,
      texts: [earlier, later] = [EARLIER, LATER],
    } = form;
    let now = opened;
    let isTaken = false;
    const sent = stubServer({
      [`GET ${paths.get ?? paths.put}`]: () => json(now),
      [`PUT ${paths.put}`]: () => (isTaken ? json(stored) : json({ error: '충돌', code: 'VERSION_CONFLICT' }, 409)),
    });
    await renderInPage(component);
    const field = page.getByLabelText(label);
    const shown = page.getByRole('definition').getByText(earlier, { exact: true });
    await field.fill(later);
    now = listed;
    await page.getByRole('button', { name: save, exact: true }).click();
    await expect.element(shown).toBeVisible();
    await expect.element(field).toHaveDisplayValue(later);
    isTaken = true;
    await page.getByRole('button', { name: '내 내용으로 저장' }).click();
    await expect.element(page.getByText(/저장했습니다\./).last()).toBeVisible();
    expect(sent.at(-1)).toEqual(form.sent);

    isTaken = false;
    await field.fill(later);
    await page.getByRole('button', { name: save, exact: true }).click();
    await expect.element(shown).toBeVisible();
    await page.getByRole('button', { name: '저장된 내용 불러오기' }).click();
    await expect.element(field).toHaveDisplayValue(earlier);
    await expect.element(shown).not.toBeInTheDocument();
  },
);
