import { useState } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { Button } from '#web/ui/button.tsx';
import { OpenSetForm } from './open-set-form.tsx';
import { SetReview } from './set-review.tsx';

/** The question sets of a case with the answers, and a form that asks another set. */
export function CaseQuestions({ order: { id, questions } }: { order: Pick<AdminOrder, 'id' | 'questions'> }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="grid gap-3">
      {questions.length === 0 && <p className="text-ink-700">보낸 질문지가 없습니다.</p>}
      {questions.map((set) => (
        <SetReview key={`${set.set} ${set.state}`} orderId={id} set={set} />
      ))}
      {isAdding ? (
        <OpenSetForm orderId={id} present={questions.map(({ set }) => set)} onClose={() => setAdding(false)} />
      ) : (
        <Button kind="secondary" className="justify-self-start" onClick={() => setAdding(true)}>
          질문지 추가하기
        </Button>
      )}
    </div>
  );
}
