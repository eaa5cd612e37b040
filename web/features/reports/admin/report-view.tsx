import type { ReactNode } from 'react';
import type { Report } from '#shared/features/reports/schemas.ts';
import { formatWon } from '#shared/rules/price.ts';
import { AdminSection } from '#web/admin-kit/admin-page.tsx';
import { type Columns, DataTable } from '#web/admin-kit/data-table.tsx';
import { EmptyState } from '#web/ui/list-page.tsx';

type Moved = Pick<Report, 'captured' | 'returned' | 'orders'>;
type Lawyer = Report['by_lawyer'][number];

/** Amounts are null for administrators who may not see money. */
const wonOf = (won: number | null) => (won === null ? '–' : formatWon(won));

const MONEY = [
  { header: '결제', cell: ({ orders }: Moved) => `${orders}건`, isNumeric: true },
  { header: '받은 금액', cell: ({ captured }: Moved) => wonOf(captured), isNumeric: true },
  { header: '돌려준 금액', cell: ({ returned }: Moved) => wonOf(returned), isNumeric: true },
] as const;

const BY_METHOD: Columns<Report['by_method'][number]> = [
  { header: '결제 수단', cell: ({ method }) => method || '알 수 없음' },
  ...MONEY,
];
const BY_SERVICE: Columns<Report['by_service'][number]> = [{ header: '서비스', cell: ({ title }) => title }, ...MONEY];
const BY_LAWYER: Columns<Lawyer> = [
  { header: '담당자', cell: ({ name }) => name },
  { header: '진행 중', cell: ({ open }) => `${open}건`, isNumeric: true },
  { header: '기한 지남', cell: ({ late }) => `${late}건`, isNumeric: true },
  {
    header: '첫 답변 (업무 시간)',
    cell: ({ first_answer_minutes: minutes }) => (minutes === null ? '–' : `${minutes}분`),
    isNumeric: true,
  },
  { header: '지킨 통화', cell: ({ calls_kept }) => `${calls_kept}건`, isNumeric: true },
  { header: '놓친 통화', cell: ({ calls_missed }) => `${calls_missed}건`, isNumeric: true },
];

/** The sums of a month. */
export function ReportTotals({ report: { captured, returned, net, orders } }: { report: Report }) {
  const totals = [
    { label: '결제', value: `${orders}건` },
    { label: '받은 금액', value: wonOf(captured) },
    { label: '돌려준 금액', value: wonOf(returned) },
    { label: '남은 금액', value: wonOf(net) },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {totals.map(({ label, value }) => (
        <div key={label} className="rounded border border-line bg-surface px-4 py-3">
          <dt className="text-ink-700">{label}</dt>
          <dd className="text-h4 text-ink-900 tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The sums of a month, then its files, which close a month, and its parts, which are long on a phone. */
export function ReportView({ report, children: files }: { report: Report; children: ReactNode }) {
  const { captured, by_method, by_service, by_lawyer } = report;
  return (
    <>
      <ReportTotals report={report} />
      <p className="text-ink-700">
        받은 금액은 결제한 날, 돌려준 금액은 환불한 날의 달에 들어갑니다. 지난달의 금액은 바뀌지 않습니다.
        {captured === null && ' 금액은 환불 권한이 있는 관리자에게만 보입니다.'}
      </p>
      {files}
      {by_method.length === 0 ? (
        <EmptyState title="이 달에는 결제와 환불이 없습니다.">다른 달을 선택해보세요.</EmptyState>
      ) : (
        <>
          <AdminSection title="결제 수단별">
            <DataTable caption="결제 수단별 금액" columns={BY_METHOD} rows={by_method} keyOf={({ method }) => method} />
          </AdminSection>
          <AdminSection title="서비스별">
            <DataTable
              caption="서비스별 금액"
              columns={BY_SERVICE}
              rows={by_service}
              keyOf={({ service_id }) => service_id}
            />
          </AdminSection>
        </>
      )}
      <AdminSection title="담당자별">
        <DataTable caption="담당자별 업무" columns={BY_LAWYER} rows={by_lawyer} keyOf={({ id }) => id} />
      </AdminSection>
    </>
  );
}
