import { useQuery } from '@tanstack/react-query';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import { CaseSection } from '#web/features/casework/case-section.tsx';
import { DeadlineList } from '#web/features/casework/deadline-list.tsx';
import { LetterCard } from '#web/features/letters/letter-card.tsx';
import { questionsQuery } from '#web/features/questions/api.ts';
import { SetList } from '#web/features/questions/set-list.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { PaperList } from './paper-list.tsx';

/** The work of a case in the case room: deadlines, questions, letter and papers. A part without content is left out. */
export function CaseWork({ order }: { order: OrderDetail }) {
  const { deadlines, papers, letter } = order;
  const { data: sets = [], error, refetch } = useQuery(questionsQuery(order.id));
  return (
    <>
      {deadlines.length > 0 && (
        <CaseSection id="deadlines" heading="기한">
          <DeadlineList orderId={order.id} deadlines={deadlines} />
        </CaseSection>
      )}
      {(sets.length > 0 || error) && (
        <CaseSection id="questions" heading="질문지">
          {error && sets.length === 0 ? (
            <LoadError subject="질문지" error={error} onRetry={() => void refetch()} />
          ) : (
            <SetList orderId={order.id} sets={sets} />
          )}
        </CaseSection>
      )}
      {letter && (
        <CaseSection id="letter" heading="계약">
          <LetterCard orderId={order.id} letter={letter} />
        </CaseSection>
      )}
      {papers.length > 0 && (
        <CaseSection id="papers" heading="서류">
          <PaperList order={order} />
        </CaseSection>
      )}
    </>
  );
}
