import { useState } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { Button } from '#web/ui/button.tsx';
import { PaperForm } from './paper-form.tsx';
import { PaperRow } from './paper-row.tsx';

type Props = { order: Pick<AdminOrder, 'id' | 'papers' | 'gate'>; ownId: number | undefined };

/** The papers of a case with their acts, and a form that asks for another one. */
export function CasePapers({ order, ownId }: Props) {
  const { id, papers } = order;
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="grid gap-3">
      {papers.length === 0 && <p className="text-ink-700">요청한 서류가 없습니다.</p>}
      {papers.length > 0 && (
        <ul className="grid">
          {papers.map((paper) => (
            <PaperRow key={paper.id} order={order} ownId={ownId} paper={paper} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <PaperForm orderId={id} onClose={() => setAdding(false)} />
      ) : (
        <Button kind="secondary" className="justify-self-start" onClick={() => setAdding(true)}>
          서류 요청하기
        </Button>
      )}
    </div>
  );
}
