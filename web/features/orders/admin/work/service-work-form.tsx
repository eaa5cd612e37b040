import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { StaffMember } from '#shared/features/admin-profiles/schemas.ts';
import { MAX_STEP_TITLE, MAX_STEPS, type ServiceWork } from '#shared/features/orders/work-schemas.ts';
import { DEFAULT_STEPS } from '#shared/rules/work/default-steps.ts';
import { StoredMeanwhile } from '#web/admin-kit/stored-meanwhile.tsx';
import { useSeen } from '#web/admin-kit/use-seen.ts';
import { assigneeOptions } from '#web/features/admin-profiles/admin/assignee-options.ts';
import { useAppForm } from '#web/lib/form.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { serviceWorkQuery, setServiceWork } from '../work-api.ts';

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Holds what administrators type: one step per line. */
const typedWork = z.object({
  assignee_id: z.string().transform((id) => (id === '' ? null : Number(id))),
  steps: z
    .string()
    .transform(linesOf)
    .refine((lines) => lines.length <= MAX_STEPS, `단계는 ${MAX_STEPS}개까지 만들 수 있습니다.`)
    .refine(
      (lines) => lines.every((line) => line.length <= MAX_STEP_TITLE),
      `한 단계의 이름은 ${MAX_STEP_TITLE}자까지 쓸 수 있습니다.`,
    ),
});

const toValues = (work: ServiceWork) => ({
  assignee_id: String(work.assignee_id ?? ''),
  steps: work.steps.join('\n'),
});

type Props = {
  serviceId: number;
  work: ServiceWork;
  profiles: readonly StaffMember[];
};

/** Who takes the orders of a service from now on, and the steps that they are given. */
export function ServiceWorkForm({ serviceId, work, profiles }: Props) {
  const queryClient = useQueryClient();
  const [isSaved, setSaved] = useState(false);
  const chosen = work.assignee_id === null ? null : { id: work.assignee_id, label: '지금 사건을 맡지 않는 담당자' };
  const readStored = () => queryClient.fetchQuery({ ...serviceWorkQuery(serviceId), staleTime: 0 });
  const { conflict, save, takeStored } = useSeen(work, readStored);
  const { form, field, submit, problem, isSubmitting } = useAppForm(typedWork, {
    defaultValues: toValues(work),
    onSubmit: async (wanted) => {
      const saved = await save((seen) => setServiceWork(serviceId, { ...wanted, version: seen?.version }));
      queryClient.setQueryData(serviceWorkQuery(serviceId).queryKey, saved);
      setSaved(true);
    },
  });
  const options = assigneeOptions(profiles, chosen);
  const nameOf = (id: number | null) => options.find(({ value }) => value === String(id ?? ''))?.label ?? '';
  return (
    <form
      onSubmit={(event) => void submit(event)}
      onChange={() => setSaved(false)}
      noValidate
      className="grid max-w-[488px] gap-4"
    >
      <SelectField
        {...field('assignee_id')}
        label="기본 담당자"
        hint="결제된 주문에 바로 지정됩니다."
        placeholder="지정하지 않음"
        options={options}
      />
      <AreaField
        {...field('steps')}
        label="진행 단계"
        hint={`한 줄에 하나씩 적습니다. 비워두시면 ${DEFAULT_STEPS.join(', ')} 단계를 씁니다.`}
        rows={6}
        isOptional
      />
      {conflict ? (
        <StoredMeanwhile
          stored={{ '기본 담당자': nameOf(conflict.assignee_id), '진행 단계': conflict.steps.join('\n') }}
          onTake={() => {
            const stored = takeStored();
            if (stored) form.reset(toValues(stored));
          }}
        />
      ) : (
        problem && <Notice kind="danger">{problem}</Notice>
      )}
      {isSaved && <Notice kind="success">저장했습니다. 이미 들어온 주문은 그대로입니다.</Notice>}
      <Button type="submit" kind="secondary" isBusy={isSubmitting} className="justify-self-start">
        {conflict ? '내 내용으로 저장' : '업무 설정 저장'}
      </Button>
    </form>
  );
}
