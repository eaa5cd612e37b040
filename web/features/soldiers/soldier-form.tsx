import { type ReactNode, type Ref, useImperativeHandle } from 'react';
import { type DefaultValues, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { type SoldierBody, soldierBody, type ValidSoldierBody } from '#shared/features/soldiers/schemas.ts';
import { type Contact, clearAccountData, fillFromAccount, lockedFields } from '#shared/rules/self-soldier.ts';
import { MILITARY_STATUSES, RELATIONSHIPS, SELF } from '#shared/rules/soldier.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { useKeepEntries } from '#web/lib/storage/kept-entries.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** Lets a button outside of the form send it. */
export type SoldierFormHandle = { submit: () => Promise<void> };

type Props = {
  handle?: Ref<SoldierFormHandle> | undefined;
  initial: DefaultValues<SoldierBody> & Contact;
  /** The account's data that fill the form for 본인; the phone number as displayed. */
  account: Contact;
  /** The name under which this tab keeps what is typed; without it nothing is kept. */
  keptAs?: string;
  /** Without it the form has no button of its own: `handle` sends it. */
  submitLabel?: string | undefined;
  /** Used if the server gives no reason of its own. */
  failureMessage: string;
  onSubmit: (request: ValidSoldierBody) => Promise<void>;
  /** More buttons beside the save button. */
  actions?: ReactNode;
};

const RELATIONSHIP_OPTIONS = RELATIONSHIPS.map((value) => ({ value, label: value }));
const STATUS_OPTIONS = MILITARY_STATUSES.map((value) => ({ value, label: value }));
const KEPT_FIELDS = ['relationship', 'fullname', 'military_status', 'phone', 'email'] as const;
/** Holds what this form keeps of a soldier that is not registered yet. */
export const keptSoldier = z.object({
  relationship: z.enum(RELATIONSHIPS).exactOptional(),
  fullname: z.string().default(''),
  military_status: z.enum(MILITARY_STATUSES),
  phone: z.string().default(''),
  email: z.string().default(''),
});
const LOCKED_HINT = '회원 정보에서 가져왔습니다.';
/** Without a number the soldier cannot be invited: the order keeps a copy that the buyer cannot change. */
const PHONE_HINT = '군인이 자신의 계정으로 사건에 참여할 때 본인 확인에 씁니다.';
const LOCKED_LOOK = '[&_input:read-only]:border-line [&_input:read-only]:bg-paper';

/** The form of a soldier, for the pages that register and edit one. */
export function SoldierForm(props: Props) {
  const { handle, initial, account, keptAs, submitLabel, failureMessage, onSubmit, actions } = props;
  const { form, field, submit, problem, isSubmitting } = useAppForm(soldierBody, {
    defaultValues: initial,
    failureMessage,
    onSubmit: (request) => onSubmit(request).catch((error: unknown) => refuse(error, failureMessage)),
  });
  useKeepEntries(form, keptAs, KEPT_FIELDS);
  useImperativeHandle(handle, () => ({ submit }));
  const relationship = useWatch({ control: form.control, name: 'relationship' });
  const locked = new Set(lockedFields(relationship ?? '', account));
  const lockProps = (name: keyof Contact) =>
    locked.has(name) ? { readOnly: true, hint: LOCKED_HINT, className: LOCKED_LOOK } : {};

  const handleRelationship = () => {
    const chosen = form.getValues('relationship');
    const { fullname, phone, email } = form.getValues();
    const contact = { fullname, phone: phone ?? '', email: email ?? '' };
    // Before the first choice there is nothing of the account's to clear: the user typed it.
    const base = relationship === SELF ? clearAccountData(contact, account) : contact;
    const next = fillFromAccount(base, chosen, account);
    for (const name of ['fullname', 'phone', 'email'] as const) {
      if (next[name] === contact[name]) continue;
      form.setValue(name, next[name], { shouldDirty: true });
      form.clearErrors(name);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <SelectField
        {...form.register('relationship', { onChange: handleRelationship })}
        error={field('relationship').error}
        label="신청자와의 관계"
        placeholder="관계를 선택해주세요"
        options={RELATIONSHIP_OPTIONS}
      />
      <TextField {...field('fullname')} {...lockProps('fullname')} label="군인 이름" autoComplete="off" />
      <SelectField {...field('military_status')} label="군 복무 상태" options={STATUS_OPTIONS} />
      <PhoneField
        {...field('phone')}
        hint={relationship === SELF ? undefined : PHONE_HINT}
        {...lockProps('phone')}
        label="전화번호"
        isOptional
        autoComplete="off"
      />
      <TextField
        {...field('email')}
        {...lockProps('email')}
        type="email"
        label="이메일"
        isOptional
        autoComplete="off"
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
      {submitLabel && (
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isBusy={isSubmitting} className="grow sm:grow-0">
            {submitLabel}
          </Button>
          {actions}
        </div>
      )}
    </form>
  );
}

/**
 * A response without a sentence of the server's own becomes our error, which the form words by
 * `fallback`.
 */
function refuse(error: unknown, fallback: string): never {
  if (error instanceof ApiError && error.code === 'UNREADABLE') throw new Error(fallback, { cause: error });
  throw error;
}
