import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { AdminPage } from '#web/admin-kit/admin-page.tsx';
import { LinkTabs } from '#web/admin-kit/link-tabs.tsx';
import type { HandledEntries } from '#web/features/payments/admin/discrepancies-api.ts';
import { MarkHandledDialog } from '#web/features/payments/admin/mark-handled-dialog.tsx';
import { DiscrepancyList } from '#web/features/payments/admin/reconciliation/discrepancy-list.tsx';
import { RECONCILIATION_LISTS } from '#web/features/payments/admin/reconciliation/reconciliation-lists.ts';
import { WebhookList } from '#web/features/payments/admin/reconciliation/webhook-list.tsx';
import { optional } from '#web/lib/optional.ts';
import { Notice } from '#web/ui/notice.tsx';

const route = getRouteApi('/queries/admin/admin/differences');

/** Discrepancies with the provider's records, and unmatched webhooks. */
export function AdminDiscrepanciesPage() {
  const search = route.useSearch();
  const { list } = search;
  const [handled, setHandled] = useState<HandledEntries>();
  const [isDone, setDone] = useState(false);
  const said = useRef<HTMLDivElement>(null);
  const handleDone = () => {
    setHandled(undefined);
    setDone(true);
    // The row and its button are gone: move the keyboard focus.
    said.current?.focus();
  };
  const List = list === 'webhooks' || list === 'all_webhooks' ? WebhookList : DiscrepancyList;
  return (
    <AdminPage title="결제 대사">
      <LinkTabs
        label="결제 대사 목록"
        to="/admin/differences"
        tabs={RECONCILIATION_LISTS.map(({ list: other, label }) => ({
          label,
          search: optional('list', other),
          isCurrent: other === list,
        }))}
      />
      <div ref={said} tabIndex={-1} className="empty:hidden">
        {isDone && <Notice kind="success">처리 완료로 표시했습니다.</Notice>}
      </div>
      <List search={search} onHandle={setHandled} />
      {handled && <MarkHandledDialog handled={handled} onClose={() => setHandled(undefined)} onDone={handleDone} />}
    </AdminPage>
  );
}
