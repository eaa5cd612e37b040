import { type ComponentProps, type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { formatPhone } from '#shared/format/phone.ts';
import { markEmailAsked } from '#web/lib/storage/page-storage.ts';
import { Button } from '#web/ui/button.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { EmailText } from '#web/ui/details.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { SummaryRow } from './summary-row.tsx';
import type { ContactField } from './use-contact-field.ts';

type Props = { stored: string; field: ContactField };

/** The number that the firm calls. */
export function PhoneRow({ stored, field }: Props) {
  return (
    <SummaryRow
      label="연락받을 번호"
      isEditing={field.typed !== undefined}
      onEdit={field.open}
      editor={
        <ContactForm field={field} saveLabel="번호 저장" leaveLabel="그대로 두기" onLeave={field.close}>
          {(input) => <PhoneField {...input} label="연락받을 번호" autoComplete="tel" />}
        </ContactForm>
      }
    >
      <span className="tabular-nums">{stored ? formatPhone(stored) : '없음'}</span>
    </SummaryRow>
  );
}

/** Where the receipt goes. Asks once per session for an address that is missing. */
export function EmailRow({ stored, field }: Props) {
  const isMissing = stored === '';
  const leave = () => {
    if (isMissing) markEmailAsked();
    field.close();
  };
  return (
    <SummaryRow
      label="이메일"
      isEditing={field.typed !== undefined}
      onEdit={field.open}
      editor={
        <ContactForm
          field={field}
          saveLabel="이메일 저장"
          leaveLabel={isMissing ? '이메일 없이 진행' : '그대로 두기'}
          onLeave={leave}
        >
          {(input) => (
            <TextField
              {...input}
              label="연락받을 이메일"
              type="email"
              autoComplete="email"
              isOptional={isMissing}
              hint={
                isMissing
                  ? '결제 영수증과 진행 안내를 보내드릴 주소가 없습니다. 비밀번호를 찾으실 때에도 씁니다.'
                  : undefined
              }
            />
          )}
        </ContactForm>
      }
    >
      {isMissing ? '없음' : <EmailText email={stored} />}
    </SummaryRow>
  );
}

type Input = Pick<ComponentProps<typeof TextField>, 'ref' | 'error' | 'value' | 'onChange'>;

type FormProps = {
  field: ContactField;
  saveLabel: string;
  leaveLabel: string;
  onLeave: () => void;
  children: (input: Input) => ReactNode;
};

function ContactForm({ field, saveLabel, leaveLabel, onLeave, children }: FormProps) {
  const { typed = '', setTyped, isBusy, problem, save } = field;
  const input = useRef<HTMLInputElement>(null);
  // The button that stores it may be far below.
  useEffect(() => {
    if (problem) input.current?.focus();
  }, [problem]);
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void save();
  };
  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-3">
      {children({ ref: input, error: problem, value: typed, onChange: (event) => setTyped(event.target.value) })}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" kind="secondary" isBusy={isBusy} disabled={typed.trim() === ''}>
          {saveLabel}
        </Button>
        <button type="button" onClick={onLeave} className={TEXT_LINK}>
          {leaveLabel}
        </button>
      </div>
    </form>
  );
}
