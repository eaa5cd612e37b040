import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { medicalRecordForms, type PrintedForm } from '#content/papers/medical-records-form.ts';
import { FormSheet } from '#web/features/casework/form-sheet.tsx';
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
