import { useRef, useState } from 'react';
import { z } from 'zod';
import { type Letter, signLetterBody } from '#shared/features/letters/schemas.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { newUuid } from '#web/lib/new-uuid.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { signLetter } from './api.ts';
import { MIN_POINTS, pathOf, pointsOf, type Stroke } from './drawn-path.ts';
import { SignaturePad } from './signature-pad.tsx';

const signForm = signLetterBody.pick({ name: true }).extend({
  isAgreed: z.literal(true, { error: '동의하는 문장을 확인하고 체크해주세요.' }),
});

const NOT_THE_PERSON: Readonly<Record<string, string>> = {
  client: '본인인증한 이름이나 휴대폰 번호가 신청에 적힌 의뢰인의 것과 다릅니다. 담당자에게 알려주세요.',
  other: '본인인증한 이름이나 휴대폰 번호가 내 회원 정보와 다릅니다. 회원 정보를 확인해주세요.',
};

/** Refusals after which the identity check has to be made again. */
const isIdentityError = (error: unknown) => error instanceof ApiError && error.code.startsWith('IDENTITY_');

type Proof = { authentication_id: string; receipt_id: string };
type Props = {
  orderId: number;
  document: Pick<Letter, 'id' | 'sha256' | 'consent_text'>;
  isClient: boolean;
  proof: Proof;
  onSigned: () => Promise<void>;
  /** The check cannot be used any more. */
  onProofLost: () => void;
};

/** Signs what was shown: one sentence, the typed name, and a drawing for those who want one. */
export function SignForm({ orderId, document, isClient, proof, onSigned, onProofLost }: Props) {
  // A try again after a lost answer is the same signature.
  const clientId = useRef('');
  if (clientId.current === '') clientId.current = newUuid();
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const isSlip = strokes.length > 0 && pointsOf(strokes) < MIN_POINTS;
  const [isSlipShown, setSlipShown] = useState(false);
  const { form, field, submit, problem, setProblem, isSubmitting } = useAppForm(signForm, {
    // The tick is the person's own act.
    defaultValues: { name: '' },
    onSubmit: async ({ name }) => {
      setSlipShown(isSlip);
      if (isSlip) return;
      const { id, sha256, consent_text: consent } = document;
      const signature = { letter_id: id, sha256: sha256 ?? '', consent, name, ...proof, client_id: clientId.current };
      try {
        await signLetter(orderId, strokes.length > 0 ? { ...signature, mark: pathOf(strokes) } : signature);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NAME_MISMATCH') {
          form.setError('name', { type: 'server', message: error.message }, { shouldFocus: true });
          return;
        }
        if (isIdentityError(error)) onProofLost();
        if (error instanceof ApiError && error.code === 'IDENTITY_MISMATCH') {
          setProblem(NOT_THE_PERSON[isClient ? 'client' : 'other']);
          return;
        }
        throw error;
      }
      await onSigned();
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="서명" className="grid gap-6">
      <Checkbox
        {...field('isAgreed')}
        label={document.consent_text}
        className="rounded-card border border-line bg-surface px-4 py-1.5"
      />
      <TextField
        {...field('name')}
        label="이름"
        hint="본인인증한 이름을 그대로 입력해주세요."
        autoComplete="off"
        className="max-w-[360px]"
      />
      <SignaturePad
        strokes={strokes}
        onChange={(next) => {
          setSlipShown(false);
          setStrokes(next);
        }}
        error={isSlipShown ? '서명이 너무 짧습니다. 다시 쓰거나 모두 지워주세요.' : undefined}
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button type="submit" isBusy={isSubmitting} className="justify-self-start">
        서명하기
      </Button>
    </form>
  );
}
