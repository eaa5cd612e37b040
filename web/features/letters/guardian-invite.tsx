import { useState } from 'react';
import type { Invitation } from '#shared/features/participants/invitation-schemas.ts';
import { inviteGuardianBody } from '#shared/features/participants/invitation-schemas.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { LinkToShare } from '#web/ui/sharing/link-to-share.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { inviteGuardian } from './api.ts';

/** Both parents of a client under 19 sign, too: each by a link of the own. */
export function GuardianInvite({ orderId }: { orderId: number }) {
  const [made, setMade] = useState<{ name: string; invitation: Invitation }>();
  const { form, field, submit, problem, isSubmitting } = useAppForm(inviteGuardianBody, {
    defaultValues: { name: '', phone: '' },
    onSubmit: async (person) => {
      setMade({ name: person.name, invitation: await inviteGuardian(orderId, person) });
      form.reset();
    },
  });
  return (
    <section aria-labelledby="guardian-heading">
      <h2 id="guardian-heading" className="text-h3 text-ink-900">
        법정대리인 초대
      </h2>
      <p className="mt-2">
        만 19세가 되기 전에는 부모님 두 분이 함께 서명해야 합니다. 한 분만 친권자이면 그분이 자신의 화면에서 그렇게
        확인하고 혼자 서명합니다. 초대받은 분은 수임계약서만 볼 수 있습니다.
      </p>
      <form
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label="법정대리인 초대"
        className="mt-4 grid gap-4 rounded-card border border-line bg-surface p-5"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field('name')} label="법정대리인 이름" autoComplete="off" />
          <PhoneField {...field('phone')} label="법정대리인 휴대폰 번호" autoComplete="off" />
        </div>
        {problem && <Notice kind="danger">{problem}</Notice>}
        {made && (
          <div>
            <Notice kind="success">{`${made.name}님의 링크를 만들었습니다. 그분에게 전달해주세요.`}</Notice>
            <LinkToShare invitation={made.invitation} />
          </div>
        )}
        <Button type="submit" kind="secondary" isBusy={isSubmitting} className="justify-self-start">
          초대 링크 만들기
        </Button>
      </form>
    </section>
  );
}
