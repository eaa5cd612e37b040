import { useState } from 'react';
import { z } from 'zod';
import { requiredLine } from '#shared/contract/fields.ts';
import type { AdminUserListItem } from '#shared/features/accounts/admin-schemas.ts';
import { addParticipantBody } from '#shared/features/participants/admin-schemas.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { useReadCase } from '#web/features/casework/admin/use-read-case.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ROLE_WORDS } from '../participant-words.ts';
import { addParticipant, findMembers } from './api.ts';

type Props = { orderId: number; onClose: () => void };

/** Makes a member a participant whom a call has confirmed: first the member, then the part and the proof. */
export function AddParticipant({ orderId, onClose }: Props) {
  const [member, setMember] = useState<AdminUserListItem>();
  return (
    <div className="grid gap-3 rounded border border-line p-3">
      {member ? (
        <PartForm orderId={orderId} member={member} onClose={onClose} />
      ) : (
        <MemberSearch onChoose={setMember} onClose={onClose} />
      )}
    </div>
  );
}

const labelOf = ({ fullname, user_id, phone }: AdminUserListItem) =>
  [fullname, user_id, formatPhone(phone)].filter(Boolean).join(', ');

const search = z.object({ q: requiredLine(100, '이름, 아이디나 전화번호를 입력해주세요.') });

type SearchProps = { onChoose: (member: AdminUserListItem) => void; onClose: () => void };

function MemberSearch({ onChoose, onClose }: SearchProps) {
  const [found, setFound] = useState<readonly AdminUserListItem[]>();
  const { field, submit, problem, isSubmitting } = useAppForm(search, {
    defaultValues: { q: '' },
    onSubmit: async ({ q }) => setFound((await findMembers(q)).rows),
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="참여할 회원 찾기" className="grid gap-3">
      <TextField
        {...field('q')}
        label="참여할 회원"
        hint="먼저 가입해야 합니다. 이름, 아이디나 전화번호로 찾습니다."
        autoComplete="off"
        autoFocus
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isSubmitting}>
          찾기
        </Button>
        <Button kind="secondary" onClick={onClose}>
          취소
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {found?.length === 0 && <p className="text-ink-900">찾은 회원이 없습니다.</p>}
      </div>
      {found && found.length > 0 && (
        <ul aria-label="찾은 회원" className="divide-y divide-line">
          {found.map((member) => (
            <li key={member.id} className="flex flex-wrap items-center justify-between gap-3 py-2">
              <span className="min-w-0 break-words text-ink-900">{labelOf(member)}</span>
              <Button kind="secondary" onClick={() => onChoose(member)}>
                선택
                <span className="sr-only">{` (${member.user_id})`}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}

const ROLE_OPTIONS = (['client', 'guardian'] as const).map((value) => ({ value, label: ROLE_WORDS[value] }));

function PartForm({ orderId, member, onClose }: Props & { member: AdminUserListItem }) {
  const readCase = useReadCase();
  const { field, submit, problem, isSubmitting } = useAppForm(addParticipantBody, {
    defaultValues: { role: 'client', user_id: member.id, note: '' },
    onSubmit: async (body) => {
      await addParticipant(orderId, body);
      await readCase();
      onClose();
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="참여시키기" className="grid gap-3">
      <p className="text-ink-900">{labelOf(member)}</p>
      <SelectField {...field('role')} label="자격" options={ROLE_OPTIONS} />
      <TextField
        {...field('note')}
        label="통화로 확인한 내용"
        hint="감사 기록에 남습니다. 예: 부모 명의의 휴대폰이라 생년월일과 부대를 통화로 확인함"
        autoComplete="off"
        autoFocus
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isSubmitting}>
          참여시키기
        </Button>
        <Button kind="secondary" onClick={onClose}>
          취소
        </Button>
      </div>
    </form>
  );
}
