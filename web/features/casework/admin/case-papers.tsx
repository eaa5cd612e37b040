import { type ReactNode, useState } from 'react';
import { PAPER_TEMPLATES, type PaperTemplate } from '#content/papers/paper-templates.ts';
import type { Paper } from '#shared/features/casework/paper-schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { Button } from '#web/ui/button.tsx';
import { PaperForm } from './paper-form.tsx';
import { PaperRow } from './paper-row.tsx';

/** Papers that cases of the service often need and that this one was not asked for; others come last. */
function templatesFor(serviceId: number, papers: readonly Paper[]): PaperTemplate[] {
  const isLeft = ({ title }: PaperTemplate) =>
    !papers.some((paper) => paper.title === title && paper.state !== 'cancelled');
  const left = PAPER_TEMPLATES.filter(isLeft);
  const isOfService = ({ serviceIds }: PaperTemplate) => serviceIds?.includes(serviceId) === true;
  return [...left.filter(isOfService), ...left.filter(({ serviceIds }) => serviceIds === undefined)];
}

type Props = {
  order: Pick<AdminOrder, 'id' | 'papers' | 'gate' | 'service' | 'soldier'>;
  ownId: number | undefined;
  /** Shows the files of a paper. */
  filesOf: (paper: Paper) => ReactNode;
};

/** The papers of a case with their acts, and a form that asks for another one. */
export function CasePapers({ order, ownId, filesOf }: Props) {
  const { id, papers, service } = order;
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="grid gap-3">
      {papers.length === 0 && <p className="text-ink-700">요청한 서류가 없습니다.</p>}
      {papers.length > 0 && (
        <ul className="grid">
          {papers.map((paper) => (
            <PaperRow key={paper.id} order={order} ownId={ownId} paper={paper} filesOf={filesOf} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <PaperForm orderId={id} templates={templatesFor(service.id, papers)} onClose={() => setAdding(false)} />
      ) : (
        <Button kind="secondary" className="justify-self-start" onClick={() => setAdding(true)}>
          서류 요청하기
        </Button>
      )}
    </div>
  );
}
