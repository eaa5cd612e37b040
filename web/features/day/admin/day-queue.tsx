import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MyAccount } from '#shared/features/accounts/schemas.ts';
import type { DayItem } from '#shared/features/day/schemas.ts';
import { CALL_OUTCOMES, type CallOutcome } from '#shared/rules/work/calls.ts';
import { DAY_BAND_LABELS, DAY_BANDS, dayBandOf } from '#shared/rules/work/day-bands.ts';
import { AdminSection } from '#web/admin-kit/admin-page.tsx';
import { usePageActs } from '#web/admin-kit/keys/page-acts.ts';
import { useListKeys } from '#web/admin-kit/keys/use-list-keys.ts';
import { LinkTabs } from '#web/admin-kit/link-tabs.tsx';
import { mainControls } from '#web/admin-kit/use-row-clicks.ts';
import { CallDialog } from '#web/features/orders/admin/call-dialog.tsx';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { dayQuery, keyOf } from './api.ts';
import { isCallItem } from './day-act-button.tsx';
import { DayBeside } from './day-beside.tsx';
import { DayRow } from './day-row.tsx';
import { type DayActs, useDayActs } from './use-day-acts.ts';

type Props = { whose: 'me' | 'all'; account: MyAccount };

/** The queue of one person: bands of the day, the act in the row, and the chosen case beside it (contract §9). */
export function DayQueue({ whose, account }: Props) {
  const { data, error, refetch } = useQuery(dayQuery(whose));
  const acts = useDayActs(account.id);
  const shown = data?.items.length ?? 0;
  const total = data && Object.values(data.counts).reduce((sum, count) => sum + count, 0);
  return (
    <AdminSection
      title="할 일"
      action={
        <LinkTabs
          label="누구의 일"
          to="/admin"
          keepsScroll
          tabs={[
            { label: '나', search: {}, isCurrent: whose === 'me' },
            { label: '모두', search: { whose: 'all' as const }, isCurrent: whose === 'all' },
          ]}
        />
      }
    >
      <p role="status" className="sr-only">
        {total !== undefined && `할 일 ${total}건`}
      </p>
      {total !== undefined && total > shown && (
        <p className="mb-2 text-ink-700">{`할 일 ${total.toLocaleString('ko-KR')}건 가운데 급한 ${shown}건만 보입니다.`}</p>
      )}
      {acts.problem && <Notice kind="danger">{acts.problem}</Notice>}
      <ListPage
        items={data?.items}
        error={error}
        onRetry={() => void refetch()}
        loading={<Skeleton className="h-[360px] w-full" />}
        empty={
          <EmptyState title="오늘 할 일이 없습니다">
            {whose === 'me' ? '다른 담당의 일은 ‘모두’에 있습니다.' : '새 주문과 상담이 들어오면 여기에 표시됩니다.'}
          </EmptyState>
        }
        subject="할 일"
      >
        {(items) => <Bands items={items} acts={acts} />}
      </ListPage>
    </AdminSection>
  );
}

/** Keeps one item chosen: where it is done and gone, the one that took its place. */
function useChosen(items: readonly DayItem[]) {
  const [chosen, setChosen] = useState({ key: '', index: 0 });
  const found = items.findIndex((item) => keyOf(item) === chosen.key);
  const index = found === -1 ? Math.min(chosen.index, items.length - 1) : found;
  const choose = (item: DayItem) => setChosen({ key: keyOf(item), index: items.indexOf(item) });
  return { item: items[index], index, isReplaced: chosen.key !== '' && found === -1, choose };
}

function Bands({ items, acts }: { items: readonly DayItem[]; acts: DayActs }) {
  const container = useListKeys();
  const { item: chosen, index, isReplaced, choose } = useChosen(items);
  const [called, setCalled] = useState<DayItem>();
  useEffect(() => {
    // The row that had the focus is gone: the next one opens by itself.
    if (isReplaced && container.current) mainControls(container.current)[index]?.focus();
  }, [isReplaced, index, container]);
  const log = (outcome: CallOutcome) => () => {
    if (!chosen || !isCallItem(chosen) || chosen.order_id === null || acts.isBusy) return;
    if (outcome === 'call_again') {
      setCalled(chosen);
      return;
    }
    // A call without an answer stays in the queue: the next one opens all the same.
    if (container.current) mainControls(container.current)[index + 1]?.focus();
    void acts.logCall(chosen.order_id, outcome);
  };
  usePageActs([
    ...CALL_OUTCOMES.map((outcome, at) => ({ key: `Digit${at + 1}`, act: log(outcome) })),
    chosen !== undefined && {
      name: '선택한 일 끝내기',
      key: 'KeyE',
      act: () => (isCallItem(chosen) ? setCalled(chosen) : acts.finish(chosen)),
    },
    chosen !== undefined && {
      name: '선택한 일 다음 근무일로 미루기',
      key: 'KeyH',
      act: () => (isCallItem(chosen) ? setCalled(chosen) : acts.postpone(chosen)),
    },
  ]);
  const now = serverNow();
  const bands = DAY_BANDS.map((band) => ({ band, rows: items.filter((item) => dayBandOf(item, now) === band) }));
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_320px]">
      <div ref={container} className="grid gap-4">
        {bands
          .filter(({ rows }) => rows.length > 0)
          .map(({ band, rows }) => (
            <section key={band} aria-label={DAY_BAND_LABELS[band]} className="rounded border border-line bg-surface">
              <h3 className={`px-3 py-1.5 font-semibold ${band === 'late' ? 'text-danger' : 'text-ink-900'}`}>
                {DAY_BAND_LABELS[band]} <span className="font-normal text-ink-700 tabular-nums">{rows.length}</span>
              </h3>
              <ul>
                {rows.map((item) => (
                  <DayRow
                    key={keyOf(item)}
                    item={item}
                    isChosen={item === chosen}
                    acts={acts}
                    onChoose={() => choose(item)}
                    onCall={() => setCalled(item)}
                  />
                ))}
              </ul>
            </section>
          ))}
      </div>
      {chosen && <DayBeside key={keyOf(chosen)} item={chosen} acts={acts} onCall={() => setCalled(chosen)} />}
      {called?.order_id != null && (
        <CallDialog
          order={{ id: called.order_id, name: called.customer, phone: null }}
          onClose={() => setCalled(undefined)}
        />
      )}
    </div>
  );
}
