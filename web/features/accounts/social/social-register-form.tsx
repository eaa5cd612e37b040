import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { completeSocialRegisterBody, type SocialPerson } from '#shared/features/oauth/schemas.ts';
import { readLine } from '#shared/text/typed-text.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { registerFailure } from '../account-messages.ts';
import { ConsentFields } from '../registration/consent-fields.tsx';
import { completeSocialRegister } from './social-api.ts';

const socialRegisterForm = completeSocialRegisterBody.omit({ socialToken: true });
type Values = z.output<typeof socialRegisterForm>;
type Typed = { phone?: string | undefined; acceptedTos?: boolean | undefined };

/**
 * Why the form cannot be sent yet; undefined if complete. Only the phone is required (spec §5,
 * social).
 */
function blockedBy(typed: Typed, isValid: boolean): string | undefined {
  if (readLine(typed.phone ?? '') === '') return '전화번호를 입력해주세요.';
  if (typed.acceptedTos !== true) return '약관에 동의해야 가입이 가능합니다.';
  return isValid ? undefined : '입력한 내용을 확인해주세요.';
}

type Props = {
  socialToken: string;
  person: SocialPerson;
  onRegistered: () => Promise<void>;
  /** The token expired or was used while the form was open. */
  onTokenInvalid: (message: string) => void;
};

/** Completes the account of a social login (spec §2, sign-up). */
export function SocialRegisterForm({ socialToken, person, onRegistered, onTokenInvalid }: Props) {
  const handleSubmit = async (values: Values) => {
    try {
      await completeSocialRegister({ ...values, socialToken });
    } catch (error) {
      const isKnown = error instanceof ApiError;
      if (isKnown && error.code === 'SOCIAL_TOKEN_INVALID') onTokenInvalid(error.message);
      else if (isKnown && error.details.length > 0) throw error;
      else setProblem(registerFailure(error));
      return;
    }
    await onRegistered();
  };

  const { form, field, submit, problem, setProblem, isSubmitting, isValid } = useAppForm(socialRegisterForm, {
    defaultValues: { fullname: person.fullname, phone: '', acceptedMarketing: false },
    onSubmit: handleSubmit,
  });
  const reason = blockedBy(useWatch({ control: form.control }), isValid);

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <TextField {...field('fullname')} label="이름" isOptional autoComplete="name" />
      <PhoneField
        {...field('phone')}
        label="전화번호"
        hint="담당 변호사가 이 번호로 연락드립니다."
        autoComplete="tel"
      />
      {person.email && (
        <p className="text-small text-ink-500">
          안내 메일을 받으실 주소: <span className="font-semibold text-ink-900">{person.email}</span>
        </p>
      )}
      <ConsentFields acceptedTos={field('acceptedTos')} acceptedMarketing={field('acceptedMarketing')} />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div>
        <Button
          type="submit"
          disabled={reason !== undefined}
          isBusy={isSubmitting}
          aria-describedby={reason === undefined ? undefined : 'social-register-reason'}
          className="w-full"
        >
          가입하기
        </Button>
        <p id="social-register-reason" className="mt-2 min-h-6 text-small text-ink-500">
          {reason}
        </p>
      </div>
    </form>
  );
}
