import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FORM_NOTE, medicalRecordForms, type PrintedForm } from '#content/papers/medical-records-form.ts';
import { orderQuery } from '#web/features/orders/api.ts';
import { isNotFound } from '#web/lib/not-found/is-not-found.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { Button } from '#web/ui/button.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { LoadError } from '#web/ui/list-page.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { OwnNotFoundPage } from '../../not-found.tsx';

const route = getRouteApi('/queries/orders/$orderId/papers/$paperId/form');

const numberOf = (text: string) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0);

/** The form of a paper that the law wants signed with a pen, ready to be printed. */
export function PaperFormPage() {
  const { orderId, paperId } = route.useParams();
  const id = numberOf(orderId);
  const query = useQuery({ ...orderQuery(id), enabled: id > 0 });
  const problem = useKnownProblem(query);
  const paper = query.data?.papers.find((one) => one.id === numberOf(paperId));
  if (id === 0 || isNotFound(problem) || (query.data && !paper?.form)) return <OwnNotFoundPage subject="사건" />;
  if (query.data && paper) {
    return <Forms orderId={orderId} paperId={paperId} forms={medicalRecordForms(query.data.soldier?.fullname ?? '')} />;
  }
  if (!problem) return <PageSpinner />;
  return (
    <div className="mx-auto max-w-page px-6 pt-[108px]">
      <LoadError subject="양식" error={problem} onRetry={() => void query.refetch()} />
    </div>
  );
}

type FormsProps = { orderId: string; paperId: string; forms: readonly PrintedForm[] };

function Forms({ orderId, paperId, forms }: FormsProps) {
  return (
    <div className="mx-auto max-w-[760px] px-6 pt-[84px] pb-18 md:pt-[108px] md:pb-28 print:max-w-none print:p-0">
      <div className="print:hidden">
        <Link to="/orders/$orderId" params={{ orderId }} hash={`paper-${paperId}`} className={TEXT_LINK}>
          사건으로 돌아가기
        </Link>
        <h1 className="mt-1 text-h2 text-ink-900">인쇄해서 서명하는 양식</h1>
        <ol className="mt-3 mb-5 list-decimal pl-5">
          <li>두 장을 인쇄합니다. 프린터가 없으면 가까운 사람에게 인쇄를 부탁해도 됩니다.</li>
          <li>빈칸을 채우고 환자 본인이 펜으로 서명합니다. 법에서 자필 서명을 요구해 전자서명은 쓸 수 없습니다.</li>
          <li>서명한 두 장과 신분증을 찍어 사건의 서류 칸에 올립니다.</li>
        </ol>
        <Button onClick={() => window.print()}>인쇄하기</Button>
      </div>
      {forms.map((form) => (
        <FormSheet key={form.title} form={form} />
      ))}
    </div>
  );
}

function FormSheet({ form: { title, basis, tables, statement, attached, signer } }: { form: PrintedForm }) {
  return (
    <article className="mt-6 rounded-card border border-line bg-surface p-5 text-ink-900 md:p-8 print:mt-0 print:break-after-page print:rounded-none print:border-0 print:p-0 print:last:break-after-auto">
      <h2 className="text-center text-h3">{title}</h2>
      <p className="mt-1 text-center text-small">{basis}</p>
      <p className="mt-3 border border-line px-3 py-2 text-small">{FORM_NOTE}</p>
      {tables.map(({ heading, rows }) => (
        <table key={heading} className="mt-4 w-full border-collapse text-small">
          <caption className="mb-1 text-left font-semibold">{heading}</caption>
          <tbody>
            {rows.map(([label, value]) => (
              <tr key={label}>
                <th scope="row" className="w-28 border border-ink-500 px-3 py-2 text-left font-normal">
                  {label}
                </th>
                <td className="h-11 border border-ink-500 px-3 py-2">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <p className="mt-5">{statement}</p>
      <p className="mt-5 text-center">년&emsp;&emsp;&emsp;월&emsp;&emsp;&emsp;일</p>
      <p className="mt-5 flex items-end justify-end gap-2">
        <span className="whitespace-nowrap">{signer}</span>
        <span aria-hidden="true" className="h-10 max-w-40 grow border-ink-900 border-b" />
        <span className="whitespace-nowrap">(자필 서명)</span>
      </p>
      <p className="mt-5 text-small">{`붙임: ${attached.join(', ')}`}</p>
    </article>
  );
}
