import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AdminProfile, adminProfileBody } from '#shared/features/admin-profiles/schemas.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { adminProfilesQuery, setAdminProfile } from './api.ts';

/** Name and title that customers read on their orders, and whether cases may be assigned. */
export function AdminProfileForm({ member }: { member: AdminProfile }) {
  const queryClient = useQueryClient();
  const [isSaved, setSaved] = useState(false);
  const { id, name, title, takes_cases } = member;
  const { field, submit, problem, isSubmitting } = useAppForm(adminProfileBody, {
    defaultValues: { name, title, takes_cases },
    onSubmit: async (profile) => {
      const changed = await setAdminProfile(id, profile);
      queryClient.setQueryData(adminProfilesQuery.queryKey, (all) =>
        all?.map((each) => (each.id === id ? changed : each)),
      );
      setSaved(true);
    },
  });
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
      {problem && <Notice kind="danger">{problem}</Notice>}
      {isSaved && <Notice kind="success">저장했습니다.</Notice>}
      <Button type="submit" kind="secondary" isBusy={isSubmitting} className="justify-self-start">
        공개 정보 저장
      </Button>
    </form>
  );
}
