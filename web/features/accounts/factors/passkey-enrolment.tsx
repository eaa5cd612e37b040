import { type FormEvent, useState } from 'react';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { addPasskey } from './api.ts';
import { createPasskey, passkeyMessage } from './passkey-browser.ts';

const MAX_NAME_LENGTH = 50;

type Props = { onEnrolled: (recoveryCodes: readonly string[]) => Promise<void>; onCancel: () => void };

/** Names a passkey and lets the browser make it. */
export function PasskeyEnrolment({ onEnrolled, onCancel }: Props) {
  const [name, setName] = useState('');
  const { isBusy, problem, run } = useAction({ toMessage: passkeyMessage });
  const isComplete = name.trim() !== '';
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || isBusy) return;
    void run(async () => {
      const { recovery_codes = [] } = await addPasskey({ name: name.trim(), response: await createPasskey() });
      await onEnrolled(recovery_codes);
    });
  };
  return (
    <form
      onSubmit={handleSubmit}
      noValidate
      aria-label="패스키 등록"
      className="grid gap-5 rounded-card border border-line bg-surface p-6"
    >
      <p className="text-small">
        지문, 얼굴, 화면 잠금 번호나 보안 키로 로그인을 확인합니다. 등록을 누르시면 브라우저의 안내가 나옵니다.
      </p>
      <TextField
        label="패스키 이름"
        hint="예: 사무실 노트북, 내 휴대폰"
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!isComplete} isBusy={isBusy} className="grow sm:grow-0">
          등록
        </Button>
        <Button kind="secondary" onClick={onCancel} className="grow sm:grow-0">
          취소
        </Button>
      </div>
    </form>
  );
}
