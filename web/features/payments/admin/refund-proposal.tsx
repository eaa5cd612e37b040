import type { AdminRefundProposal } from '#shared/features/orders/refund-schemas.ts';
import { declineProposalBody } from '#shared/features/payments/admin-refund-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { bankName } from '#shared/platform/banks.ts';
import { proposalLapsesAt } from '#shared/rules/payments/second-person.ts';
import { formatWon } from '#shared/rules/price.ts';
import { useAppForm } from '#web/lib/form.ts';
import { useAction } from '#web/lib/use-action.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { DetailRow, Details } from '#web/ui/details.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type RefundResult, resultOf } from './refund-or-propose.ts';
import { approveProposal, declineProposal } from './refund-proposals-api.ts';

type Props = {
  proposal: AdminRefundProposal;
  /** The administrator who looks at it. */
  ownId: number | undefined;
  onDone: (result: RefundResult) => void;
};

/** A refund that waits for a second administrator: its facts, and what the administrator may do. */
export function RefundProposal(props: Props) {
  const { amount, note, account, request_id, proposed_by, proposed_by_id, created_at } = props.proposal;
  const isOwn = props.ownId === proposed_by_id;
  return (
    <section aria-label="확인을 기다리는 환불" className="grid gap-4 rounded border border-info px-3 py-3">
      <strong className="text-info">두 번째 확인을 기다리고 있습니다</strong>
      <Details>
        <DetailRow label="환불 금액">
          <span className="font-semibold tabular-nums">{formatWon(amount)}</span>
        </DetailRow>
        {note && <DetailRow label={request_id === null ? '환불 사유' : '고객에게 알릴 말'}>{note}</DetailRow>}
        {account && (
          <DetailRow label="환불 계좌">
            <span className="break-all">{`${bankName(account.bank_code)} ${account.number} ${account.holder}`}</span>
          </DetailRow>
        )}
        <DetailRow label="확인 요청">
          <span className="break-all">{proposed_by}</span>
          <span className="block text-ink-500 tabular-nums">{formatDateTime(created_at)}</span>
        </DetailRow>
        <DetailRow label="확인 기한">
          <span className="tabular-nums">{formatDateTime(proposalLapsesAt(new Date(created_at)).toISOString())}</span>
          <span className="block text-ink-500">지나면 환불하지 않고 자동으로 종료합니다.</span>
        </DetailRow>
      </Details>
      {isOwn ? <p>다른 담당자가 승인하면 환불합니다. 직접 승인할 수는 없습니다.</p> : <ApproveButton {...props} />}
      <DeclineForm {...props} isOwn={isOwn} />
    </section>
  );
}

function ApproveButton({ proposal, onDone }: Props) {
  const { isBusy, problem, run } = useAction();
  const handleApprove = async () => {
    const isAgreed = await confirm({
      title: '환불 승인',
      message: `${proposal.proposed_by}의 요청대로 ${formatWon(proposal.amount)}을 환불합니다. 되돌릴 수 없습니다.`,
      confirmLabel: '승인하고 환불',
      isDangerous: true,
    });
    if (isAgreed) await run(async () => onDone(resultOf(await approveProposal(proposal.id))));
  };
  return (
    <div className="grid gap-3">
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button kind="danger" isBusy={isBusy} onClick={() => void handleApprove()} className="justify-self-start">
        승인하고 환불
      </Button>
    </div>
  );
}

function DeclineForm({ proposal, onDone, isOwn }: Props & { isOwn: boolean }) {
  const { field, submit, problem, isSubmitting } = useAppForm(declineProposalBody, {
    defaultValues: { note: '' },
    onSubmit: async (body) => {
      const isAgreed = await confirm({
        title: isOwn ? '확인 요청 철회' : '환불 거절',
        message: `${formatWon(proposal.amount)} 환불 제안을 ${isOwn ? '철회' : '거절'}합니다. 환불하려면 다시 제안해야 합니다.`,
        confirmLabel: isOwn ? '철회' : '거절',
        isDangerous: true,
      });
      if (!isAgreed) return;
      const order = await declineProposal(proposal.id, body);
      const text = isOwn ? '두 번째 확인 요청을 철회했습니다.' : '환불을 거절했습니다. 환불되지 않았습니다.';
      onDone({ order, outcome: { kind: 'success', text } });
    },
  });
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={isOwn ? '확인 요청 철회' : '환불 거절'}
      className="grid gap-3"
    >
      <TextField
        {...field('note')}
        label={isOwn ? '철회 사유' : '거절 사유'}
        hint="담당자만 봅니다."
        isOptional
        autoComplete="off"
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button type="submit" kind="secondary" isBusy={isSubmitting} className="justify-self-start">
        {isOwn ? '요청 철회' : '거절'}
      </Button>
    </form>
  );
}
