import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { AdminSection, Panel } from '#web/admin-kit/admin-page.tsx';
import { CaseDeadlines } from '#web/features/casework/admin/case-deadlines.tsx';
import { CasePapers } from '#web/features/casework/admin/case-papers.tsx';
import { CaseTaskList } from '#web/features/casework/admin/case-task-list.tsx';
import { CaseLetter } from '#web/features/letters/admin/case-letter.tsx';
import { CaseParticipants } from '#web/features/participants/admin/case-participants.tsx';
import { CaseQuestions } from '#web/features/questions/admin/case-questions.tsx';
import { AttachmentList } from './case-stream/attachment-list.tsx';

/** The work of a paid case: whose turn it is, questions and letter. */
export function OrderCaseWork({ order }: { order: AdminOrder }) {
  if (order.status !== 'confirmed') return null;
  return (
    <>
      <AdminSection title="할 일">
        <Panel>
          <CaseTaskList tasks={order.tasks} />
        </Panel>
      </AdminSection>
      <AdminSection title="질문지">
        <Panel>
          <CaseQuestions order={order} />
        </Panel>
      </AdminSection>
      <div id="letter" className="scroll-mt-20">
        <AdminSection title="수임계약서">
          <Panel>
            <CaseLetter order={order} />
          </Panel>
        </AdminSection>
      </div>
    </>
  );
}

/** The days of a paid case that must not be missed. */
export function OrderDeadlines({ order }: { order: AdminOrder }) {
  if (order.status !== 'confirmed') return null;
  return (
    <AdminSection title="기한">
      <Panel>
        <CaseDeadlines order={order} />
      </Panel>
    </AdminSection>
  );
}

/** The papers of a paid case, and who takes part. */
export function OrderFiles({ order, ownId }: { order: AdminOrder; ownId: number | undefined }) {
  if (order.status !== 'confirmed') return null;
  return (
    <>
      <AdminSection title="서류">
        <Panel>
          <CasePapers order={order} ownId={ownId} filesOf={({ files }) => <AttachmentList files={files} />} />
        </Panel>
      </AdminSection>
      <AdminSection title="참여자">
        <Panel>
          <CaseParticipants order={order} />
        </Panel>
      </AdminSection>
    </>
  );
}
