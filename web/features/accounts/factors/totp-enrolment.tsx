import { type FormEvent, useEffect, useState } from 'react';
import type { TotpSecret } from '#shared/features/accounts/factor-schemas.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CopyButton } from '#web/ui/sharing/copy-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { confirmTotp } from './api.ts';
import { CodeField, isCode } from './code-field.tsx';

type Props = {
  totp: TotpSecret;
  onEnrolled: (recoveryCodes: readonly string[]) => Promise<void>;
  onCancel: () => void;
};

/** Shows the secret as a QR code and as text, and takes the first code of the app. */
export function TotpEnrolment({ totp, onEnrolled, onCancel }: Props) {
  const [code, setCode] = useState('');
  const { isBusy, problem, run } = useAction();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isCode(code) || isBusy) return;
    void run(async () => {
      const { recovery_codes } = await confirmTotp({ code });
      await onEnrolled(recovery_codes);
    });
  };
  return (
    <form
      onSubmit={handleSubmit}
      noValidate
      aria-label="인증 앱 등록"
      className="grid gap-5 rounded-card border border-line bg-surface p-6"
    >
      <p className="text-small">
        휴대폰의 인증 앱(Google Authenticator, Microsoft Authenticator 등)으로 아래 그림을 찍고, 앱에 보이는 숫자를
        입력해주세요.
      </p>
      <QrCode text={totp.uri} />
      <p className="text-small">
        그림을 찍을 수 없으면 이 키를 앱에 직접 입력해주세요.
        <br />
        <span className="break-all font-mono text-ink-900">{totp.secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
        <CopyButton text={totp.secret} subject="설정 키" />
      </p>
      <CodeField value={code} onChange={setCode} />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!isCode(code)} isBusy={isBusy} className="grow sm:grow-0">
          등록
        </Button>
        <Button kind="secondary" onClick={onCancel} className="grow sm:grow-0">
          취소
        </Button>
      </div>
    </form>
  );
}

type Picture = { size: number; path: string };

/** The dark squares as one path: no markup of another's goes into the page. */
function toPicture({ size, data }: { size: number; data: readonly (readonly boolean[])[] }): Picture {
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join('') };
}

/** The code that draws it is loaded here alone. */
function QrCode({ text }: { text: string }) {
  const [picture, setPicture] = useState<Picture>();
  useEffect(() => {
    let isGone = false;
    void import('uqr').then(
      ({ encode }) => isGone || setPicture(toPicture(encode(text, { ecc: 'M', border: 4 }))),
      // The key beside it can be typed.
      (error: unknown) => console.warn('Could not draw the QR code:', error),
    );
    return () => {
      isGone = true;
    };
  }, [text]);
  if (!picture) return <Skeleton className="size-50" />;
  return (
    <svg
      role="img"
      aria-label="인증 앱으로 찍는 QR 코드"
      viewBox={`0 0 ${picture.size} ${picture.size}`}
      shapeRendering="crispEdges"
      className="size-50 bg-white text-black"
    >
      <path d={picture.path} fill="currentColor" />
    </svg>
  );
}
