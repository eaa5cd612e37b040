import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { day } from '#shared/contract/fields.ts';
import { adminProfileBody, type StaffMember } from '#shared/features/admin-profiles/schemas.ts';
import { formatDay } from '#shared/format/dates.ts';
import { StoredMeanwhile } from '#web/admin-kit/stored-meanwhile.tsx';
import { useSeen } from '#web/admin-kit/use-seen.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { adminLabel, adminProfilesQuery, setAdminProfile } from './api.ts';

/** As the form's fields hold it: without a day or a substitute, blank. */
const profileForm = adminProfileBody.extend({
  away_until: z.union([z.literal('').transform(() => null), day()]),
  substitute_id: z.string().transform((text) => (text === '' ? null : Number(text))),
});

type Stored = Pick<StaffMember, 'name' | 'title' | 'takes_cases' | 'away_until' | 'substitute_id'>;

const seenOf = ({ name, title, takes_cases, away_until, substitute_id }: Stored) => ({
  name,
  title,
  takes_cases,
  away_until: away_until ?? null,
  substitute_id: substitute_id ?? null,
});

function valuesOf(stored: Stored): z.input<typeof profileForm> {
  const { away_until, substitute_id, ...profile } = seenOf(stored);
  return {
    ...profile,
    away_until: away_until ?? '',
    substitute_id: substitute_id === null ? '' : String(substitute_id),
  };
}

/** Leaves an absence that was ended out of an answer. */
const NOT_AWAY = { away_until: undefined, substitute_id: undefined };

/** Name and title that customers read on their orders, and whether cases may be assigned. */
export function AdminProfileForm({ member, others }: { member: StaffMember; others: readonly StaffMember[] }) {
  const queryClient = useQueryClient();
  const [isSaved, setSaved] = useState(false);
  const { id } = member;
  const readStored = async () => {
    const all = await queryClient.fetchQuery({ ...adminProfilesQuery, staleTime: 0 });
    return all.find((each) => each.id === id);
  };
  const { conflict, save, takeStored } = useSeen<Stored>(member, readStored);
  const { form, field, submit, problem, isSubmitting } = useAppForm(profileForm, {
    defaultValues: valuesOf(member),
    onSubmit: async (profile) => {
      const changed = await save((seen) => setAdminProfile(id, { ...profile, seen: seen && seenOf(seen) }));
      queryClient.setQueryData(adminProfilesQuery.queryKey, (all) =>
        all?.map((each) => (each.id === id ? { ...each, ...NOT_AWAY, ...changed } : each)),
      );
      // When the person is back is known to the list alone.
      void queryClient.invalidateQueries(adminProfilesQuery);
      setSaved(true);
    },
  });
  const substitute = others.find(({ id: each }) => each === conflict?.substitute_id);
  return (
    <form
      onSubmit={(event) => void submit(event)}
      onChange={() => setSaved(false)}
      noValidate
      className="grid max-w-[488px] gap-4"
    >
      <TextField
        {...field('name')}
        label="고객에게 보이는 이름"
        hint={`비워두시면 계정의 이름(${member.fullname || member.user_id})이 보입니다.`}
        autoComplete="off"
        isOptional
      />
      <TextField {...field('title')} label="직함" hint="예: 변호사, 사무장" autoComplete="off" isOptional />
      <Checkbox {...field('takes_cases')} label="사건을 맡습니다. 주문의 담당자로 고를 수 있습니다." />
      <DayField
        {...field('away_until')}
        label="부재 마지막 날"
        hint="이 날까지 담당을 고르는 곳에 부재로 표시합니다."
        sentence="날짜를 올바르게 선택해주세요."
        isOptional
      />
      <SelectField
        {...field('substitute_id')}
        label="부재 중에 대신하는 사람"
        hint="부재인 동안 이 사람의 일이 대신하는 사람의 ‘오늘’에도 보입니다."
        options={[
          { value: '', label: '없음' },
          ...others.map((each) => ({ value: String(each.id), label: adminLabel(each) })),
        ]}
        isOptional
      />
      {conflict ? (
        <StoredMeanwhile
          stored={{
            '고객에게 보이는 이름': conflict.name,
            직함: conflict.title,
            '사건을 맡습니다': conflict.takes_cases ? '예' : '아니요',
            '부재 마지막 날': conflict.away_until ? formatDay(conflict.away_until) : '',
            '대신하는 사람': substitute ? adminLabel(substitute) : '',
          }}
          onTake={() => {
            const stored = takeStored();
            if (stored) form.reset(valuesOf(stored));
          }}
        />
      ) : (
        problem && <Notice kind="danger">{problem}</Notice>
      )}
      {isSaved && <Notice kind="success">저장했습니다.</Notice>}
      <Button type="submit" kind="secondary" isBusy={isSubmitting} className="justify-self-start">
        {conflict ? '내 내용으로 저장' : '공개 정보 저장'}
      </Button>
    </form>
  );
}
