import { useState } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { setProofBody } from '#shared/features/orders/money-schemas.ts';
import { PROOF_KINDS, proofLabel } from '#shared/rules/payments/proof.ts';
import { useAppForm } from '#web/lib/form.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { setProof } from './money-api.ts';
import { useShowOrder } from './use-show-order.ts';

const OPTIONS = PROOF_KINDS.map((value) => ({ value, label: proofLabel(value) }));

/** Which receipt was issued for the tax office. */
export function ProofForm({ order: { id, proof } }: { order: AdminOrder }) {
  const [isDone, setDone] = useState(false);
  const show = useShowOrder();
  const { form, field, submit, problem, isSubmitting } = useAppForm(setProofBody, {
    defaultValues: {
      kind: proof.kind,
      number: proof.number ?? '',
      issued_on: proof.issued_on ?? '',
      note: proof.note ?? '',
    },
    onSubmit: async (body) => {
      setDone(false);
      show(await setProof(id, body));
      setDone(true);
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="증빙" className="grid gap-3">
      <SelectField {...field('kind')} label="증빙" options={OPTIONS} />
      {form.watch('kind') !== 'none' && (
        <>
          <TextField {...field('number')} label="승인 번호" isOptional autoComplete="off" />
          <DayField {...field('issued_on')} label="발급일" isOptional />
        </>
      )}
      <AreaField {...field('note')} label="메모" isOptional />
      {problem && <Notice kind="danger">{problem}</Notice>}
      {isDone && <Notice kind="success">증빙을 저장했습니다.</Notice>}
      <Button type="submit" kind="secondary" isBusy={isSubmitting} className="justify-self-start">
        증빙 저장
      </Button>
    </form>
  );
}
