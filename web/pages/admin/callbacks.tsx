import { getRouteApi } from '@tanstack/react-router';
import { formatSlotDay } from '#shared/format/callback-slot.ts';
import { yearWithoutHolidays } from '#shared/rules/business-days.ts';
import { AdminPage, AdminSection, Panel } from '#web/admin-kit/admin-page.tsx';
import { DaySwitch, readDay } from '#web/admin-kit/lists/day-switch.tsx';
import { CallHoursForm } from '#web/features/callbacks/admin/call-hours-form.tsx';
import { CallList } from '#web/features/callbacks/admin/call-list.tsx';
import { CapacityForm } from '#web/features/callbacks/admin/capacity-form.tsx';
import { DayAxis } from '#web/features/callbacks/admin/day-axis.tsx';
import { HolidaysForm } from '#web/features/callbacks/admin/holidays-form.tsx';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { Notice } from '#web/ui/notice.tsx';

const route = getRouteApi('/queries/admin/admin/callbacks');

/** The calls that customers have booked for a day, how many fit into one slot, the hours for them, and holidays. */
export function AdminCallbacksPage() {
  const day = readDay(route.useSearch().date);
  return (
    <AdminPage title="통화">
      <HolidayWarning />
      <DaySwitch day={day} to="/admin/callbacks" />
      <AdminSection title={`${formatSlotDay(`${day}T00:00:00+09:00`)} 통화`}>
        <div className="grid gap-4">
          <DayAxis day={day} />
          <CallList key={day} day={day} />
        </div>
      </AdminSection>
      <AdminSection title="예약 인원">
        <Panel>
          <CapacityForm />
        </Panel>
      </AdminSection>
      <AdminSection title="통화 시간">
        <Panel>
          <CallHoursForm />
        </Panel>
      </AdminSection>
      <AdminSection title="임시공휴일">
        <Panel>
          <HolidaysForm />
        </Panel>
      </AdminSection>
    </AdminPage>
  );
}

/** Calls are offered and promised on the holidays of a year that has no list of them. */
function HolidayWarning() {
  const year = yearWithoutHolidays(serverNow());
  if (year === undefined) return null;
  return (
    <Notice kind="danger">
      {`${year}년 공휴일이 아직 등록되지 않아 설과 추석 같은 날에도 통화 예약을 받습니다. 시스템 담당자에게 알려주세요.`}
    </Notice>
  );
}
