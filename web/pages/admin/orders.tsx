import { getRouteApi } from '@tanstack/react-router';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import { AdminPage } from '#web/admin-kit/admin-page.tsx';
import { ExportButton } from '#web/admin-kit/lists/export-dialog.tsx';
import { usePermissions } from '#web/features/accounts/admin/use-permissions.ts';
import { orderFileUrl } from '#web/features/orders/admin/api.ts';
import { OrderFilter } from '#web/features/orders/admin/order-filter.tsx';
import { OrderList } from '#web/features/orders/admin/order-list.tsx';
import { orderSearchOf } from '#web/features/orders/admin/order-search.ts';

const route = getRouteApi('/queries/admin/admin/orders');

export function AdminOrdersPage() {
  const search = orderSearchOf(route.useSearch());
  const { cursor: _, ...filters } = search;
  const mayExport = mayDo(usePermissions(), 'money');
  return (
    <AdminPage
      title="주문 관리"
      action={mayExport && <ExportButton title="주문 CSV 내려받기" urlOf={(reason) => orderFileUrl(filters, reason)} />}
    >
      <OrderFilter filters={filters} />
      <OrderList search={search} />
    </AdminPage>
  );
}
