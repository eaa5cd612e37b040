import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CaseLetter, Letter, OwnLetter, PayerSheet } from '#shared/features/letters/schemas.ts';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import { useAuth } from '#web/features/accounts/auth.ts';
import { letterQuery } from '#web/features/letters/api.ts';
import { orderQuery } from '#web/features/orders/api.ts';
import { useOrderEvents } from '#web/features/orders/details/use-order-events.ts';
import { isNotFound } from '#web/lib/not-found/is-not-found.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { LoadError } from '#web/ui/list-page.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { OwnNotFoundPage } from '../../not-found.tsx';

/** While the file is being made, which takes seconds. */
const SEALING_CHECK_MS = 3000;

/** A case with the document that the reader signs, and the other one of letter and sheet if the reader may read it. */
export type OpenLetter = {
  order: OrderDetail;
  turn: CaseLetter;
  document: Letter | PayerSheet;
  letter: Letter | undefined;
  other: Letter | PayerSheet | undefined;
};

function isLetter(answer: OwnLetter): answer is Extract<OwnLetter, { has_pdf: boolean }> {
  return 'has_pdf' in answer;
}

function isBeingMade({ state, waits_for }: CaseLetter): boolean {
  return (state === 'signed_by_firm' || state === 'signed_by_payer') && waits_for.length === 0;
}

type Props = { orderId: string; children: (open: OpenLetter) => ReactNode };

/** Loads the case and its letter for the pages of the letter. */
export function LetterLoader({ orderId, children }: Props) {
  const auth = useAuth();
  const id = /^[1-9]\d{0,9}$/.test(orderId) ? Number(orderId) : undefined;
  if (id === undefined) return <OwnNotFoundPage subject="수임계약" />;
  if (auth.status !== 'loggedIn') return null;
  return (
    <LoadedLetter key={id} id={id} accountId={auth.user.id}>
      {children}
    </LoadedLetter>
  );
}

type LoadedProps = { id: number; accountId: number; children: Props['children'] };

function LoadedLetter({ id, accountId, children }: LoadedProps) {
  useOrderEvents(id, accountId);
  const orders = useQuery({
    ...orderQuery(id),
    refetchInterval: ({ state }) => state.data?.letter != null && isBeingMade(state.data.letter) && SEALING_CHECK_MS,
  });
  const turn = orders.data?.letter;
  const letters = useQuery({
    ...letterQuery(id),
    enabled: turn != null,
    refetchInterval: ({ state }) => turn?.state === 'sealed' && !isFinished(state.data) && SEALING_CHECK_MS,
  });
  const problem = useKnownProblem(turn == null ? orders : letters);
  if (turn === null || isNotFound(problem)) return <OwnNotFoundPage subject="수임계약" />;
  if (orders.data && turn && letters.data) {
    const answer = letters.data;
    const letter = isLetter(answer) ? answer : undefined;
    const [document, other] = turn.document === 'letter' ? [letter, answer.payer_sheet] : [answer.payer_sheet, letter];
    if (document) return children({ order: orders.data, turn, document, letter, other });
  }
  if (!problem) return <PageSpinner />;
  const retry = () => void (turn == null ? orders : letters).refetch();
  return (
    <div className="mx-auto max-w-page px-6 pt-[108px]">
      <LoadError subject="수임계약서" error={problem} onRetry={retry} />
    </div>
  );
}

/** The letter was read before its file was there. */
function isFinished(answer: OwnLetter | undefined): boolean {
  if (answer === undefined) return false;
  return (isLetter(answer) ? answer.state : answer.payer_sheet.state) === 'sealed';
}

type FrameProps = {
  orderId: number;
  title: string;
  /** Leads back to the letter; without it to the case. */
  isWithin?: boolean;
  children: ReactNode;
};

/** The layout of the pages of a letter. */
export function LetterFrame({ orderId, title, isWithin = false, children }: FrameProps) {
  const params = { orderId: String(orderId) };
  return (
    <div className="mx-auto max-w-[760px] px-6 pt-[84px] pb-18 md:pt-[108px] md:pb-28">
      {isWithin ? (
        <Link to="/orders/$orderId/letter" params={params} className={TEXT_LINK}>
          문서로 돌아가기
        </Link>
      ) : (
        <Link to="/orders/$orderId" params={params} className={TEXT_LINK}>
          사건으로 돌아가기
        </Link>
      )}
      <h1 className="mt-1 text-h2 text-ink-900">{title}</h1>
      {children}
    </div>
  );
}
