import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { type OrderProof, setProofBody } from '#shared/features/orders/money-schemas.ts';
import { formatDay } from '#shared/format/dates.ts';
import { PROOF_KINDS, proofLabel } from '#shared/rules/payments/proof.ts';
import { StoredMeanwhile } from '#web/admin-kit/stored-meanwhile.tsx';
import { useSeen } from '#web/admin-kit/use-seen.ts';
import { useAppForm } from '#web/lib/form.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { adminOrderQuery } from './api.ts';
import { setProof } from './money-api.ts';
import { useShowOrder } from './use-show-order.ts';

const OPTIONS = PROOF_KINDS.map((value) => ({ value, label: proofLabel(value) }));

const valuesOf = ({ kind, number, issued_on, note }: OrderProof) => ({
  kind,
  number: number ?? '',
  issued_on: issued_on ?? '',
  note: note ?? '',
});

/** Which receipt was issued for the tax office. */
export function ProofForm({ order: { id, proof } }: { order: AdminOrder }) {
  const [isDone, setDone] = useState(false);
  const show = useShowOrder();
  const queryClient = useQueryClient();
  const { conflict, save, takeStored } = useSeen(proof, async () => {
    const stored = await queryClient.fetchQuery({ ...adminOrderQuery(String(id)), staleTime: 0 });
    return stored.proof;
  });
  const { form, field, submit, problem, isSubmitting } = useAppForm(setProofBody, {
    defaultValues: valuesOf(proof),
    onSubmit: async (body) => {
      setDone(false);
      await save(async (seen) => {
        const order = await setProof(id, { ...body, seen });
        show(order);
        return order.proof;
      });
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
      {conflict ? (
        <StoredMeanwhile
          stored={{
            증빙: proofLabel(conflict.kind),
            '승인 번호': conflict.number ?? '',
            발급일: conflict.issued_on ? formatDay(conflict.issued_on) : '',
            메모: conflict.note ?? '',
          }}
          onTake={() => {
            const stored = takeStored();
            if (stored) form.reset(valuesOf(stored));
          }}
        />
      ) : (
        problem && <Notice kind="danger">{problem}</Notice>
      )}
      {isDone && <Notice kind="success">증빙을 저장했습니다.</Notice>}
      <Button type="submit" kind="secondary" isBusy={isSubmitting} className="justify-self-start">
        {conflict ? '내 내용으로 저장' : '증빙 저장'}
      </Button>
    </form>
  );
}
