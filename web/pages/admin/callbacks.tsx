import { getRouteApi } from '@tanstack/react-router';
import { formatSlotDay } from '#shared/format/callback-slot.ts';
import { AdminPage, AdminSection, Panel } from '#web/admin-kit/admin-page.tsx';
import { CallList } from '#web/features/callbacks/admin/call-list.tsx';
import { CapacityForm } from '#web/features/callbacks/admin/capacity-form.tsx';
import { DaySwitch, readDay } from '#web/features/callbacks/admin/day-switch.tsx';

const route = getRouteApi('/queries/admin/admin/callbacks');

/** The calls that customers have booked for a day, and how many fit into one slot. */
export function AdminCallbacksPage() {
  const day = readDay(route.useSearch().date);
  return (
    <AdminPage title="통화 예약">
      <DaySwitch day={day} />
      <AdminSection title={`${formatSlotDay(`${day}T00:00:00+09:00`)} 통화`}>
        <CallList key={day} day={day} />
      </AdminSection>
      <AdminSection title="예약 인원">
        <Panel>
          <CapacityForm />
        </Panel>
      </AdminSection>
    </AdminPage>
  );
}
