import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { CaseQuestionSet } from '#shared/features/questions/schemas.ts';
import { formatDay } from '#shared/format/dates.ts';
import { isOpen } from '#shared/rules/questions/answer-rules.ts';
import { useAuth } from '#web/features/accounts/auth.ts';
import { orderQuery } from '#web/features/orders/api.ts';
import { useOrderEvents } from '#web/features/orders/details/use-order-events.ts';
import { questionsQuery } from '#web/features/questions/api.ts';
import { ClosedSet } from '#web/features/questions/closed-set.tsx';
import { ConsentDialog, GivenConsent } from '#web/features/questions/consent-dialog.tsx';
import { QuestionForm } from '#web/features/questions/question-form.tsx';
import { SET_LABELS, shownGroups, valuesOf } from '#web/features/questions/shown-set.ts';
import { useConsent } from '#web/features/questions/use-consent.ts';
import { isNotFound } from '#web/lib/not-found/is-not-found.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { LoadError } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { OwnNotFoundPage } from '../not-found.tsx';

const route = getRouteApi('/queries/orders/$orderId/questions/$set');

/** The page of one question set of a case (contract §8). */
export function QuestionsPage() {
  const { orderId, set } = route.useParams();
  const auth = useAuth();
  const id = /^[1-9]\d{0,9}$/.test(orderId) ? Number(orderId) : undefined;
  if (id === undefined) return <OwnNotFoundPage subject="질문" />;
  if (auth.status !== 'loggedIn') return null;
  return <LoadedSet key={`${id} ${set}`} orderId={id} name={set} accountId={auth.user.id} />;
}

type Props = { orderId: number; accountId: number };

function LoadedSet({ orderId, name, accountId }: Props & { name: string }) {
  const query = useQuery(questionsQuery(orderId));
  const problem = useKnownProblem(query);
  const order = useQuery(orderQuery(orderId));
  useOrderEvents(orderId, accountId);
  const set = query.data?.find((one) => one.set === name);
  const role = order.data?.my_role;
  const isClient = role === 'client' || role === 'both';
  // The form submits the answers that it knows of the client, so it begins once the role is known.
  if (set && order.isPending) return <PageSpinner />;
  if (set) return <SetView orderId={orderId} accountId={accountId} set={set} isClient={isClient} />;
  if (query.data || isNotFound(problem)) return <OwnNotFoundPage subject="질문" />;
  if (!problem) return <PageSpinner />;
  return (
    <div className="mx-auto max-w-page px-6 pt-[108px]">
      <LoadError subject="질문지" error={problem} onRetry={() => void query.refetch()} />
    </div>
  );
}

/** The first part with something to do: after it was asked again, that of the first question which is open. */
function firstPart(set: CaseQuestionSet): number {
  if (set.state !== 'asked_again') return 0;
  const groups = shownGroups(set, valuesOf(set));
  return Math.max(
    0,
    groups.findIndex(({ questions }) => questions.some(({ asked_again }) => asked_again !== null)),
  );
}

function SetView({ orderId, accountId, set, isClient }: Props & { set: CaseQuestionSet; isClient: boolean }) {
  const { part } = route.useSearch();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const result = useRef<HTMLDivElement>(null);
  const consent = useConsent(orderId);
  const [isAsking, setAsking] = useState(false);
  const takesAnswers = set.groups.some(({ questions }) =>
    questions.some(({ asked_again }) => isOpen(set.state, asked_again !== null)),
  );
  const handleSubmitted = () => {
    void queryClient.invalidateQueries({ queryKey: orderQuery(orderId).queryKey });
    result.current?.focus();
  };
  const showPart = (next: number) =>
    void navigate({
      to: '/orders/$orderId/questions/$set',
      params: { orderId: String(orderId), set: set.set },
      search: { part: next + 1 },
      resetScroll: false,
    });
  const { label, kind } = SET_LABELS[set.state];
  return (
    <div className="mx-auto max-w-[760px] px-6 pt-[84px] pb-18 md:pt-[108px] md:pb-28 print:pt-0">
      <Link to="/orders/$orderId" params={{ orderId: String(orderId) }} className={`${TEXT_LINK} print:hidden`}>
        사건으로 돌아가기
      </Link>
      <header className="mt-1 mb-6">
        <h1 className="text-h2 text-ink-900">{set.title}</h1>
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge kind={kind}>{label}</Badge>
          {takesAnswers && set.due_on && (
            <span className="text-ink-700 text-small tabular-nums">{`${formatDay(set.due_on)}까지`}</span>
          )}
          <Button kind="secondary" onClick={() => window.print()} className="ml-auto print:hidden">
            인쇄하기
          </Button>
        </div>
      </header>
      <div ref={result} tabIndex={-1} className="mb-6 focus:outline-none empty:hidden print:hidden">
        {set.state === 'submitted' && <Notice kind="success">제출하셨습니다. 담당자가 확인하고 있습니다.</Notice>}
        {set.state === 'confirmed' && <Notice kind="success">담당자가 확인했습니다.</Notice>}
        {set.state === 'asked_again' && (
          <Notice kind="info">담당자가 몇 가지를 다시 여쭙니다. 표시된 질문만 고치고 제출해주세요.</Notice>
        )}
      </div>
      {takesAnswers ? (
        <QuestionForm
          orderId={orderId}
          accountId={accountId}
          set={set}
          hasConsent={consent.isGiven}
          isClient={isClient}
          onAskConsent={consent.consent && (() => setAsking(true))}
          part={part === undefined ? firstPart(set) : part - 1}
          onPart={showPart}
          onSubmitted={handleSubmitted}
        />
      ) : (
        <ClosedSet set={set} />
      )}
      <GivenConsent consent={consent} />
      <ConsentDialog consent={consent} isOpen={isAsking} onClose={() => setAsking(false)} />
    </div>
  );
}
