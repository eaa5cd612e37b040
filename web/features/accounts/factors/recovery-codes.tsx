import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/sharing/copy-button.tsx';

type Props = { codes: readonly string[]; onKept: () => void };

/** Ten recovery codes, shown this once. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="rounded-card border border-brass-600 bg-surface p-6">
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-48 text-h3 text-ink-900 outline-none">
        복구 코드를 보관해주세요
      </h2>
      <p className="mt-2 text-small">
        휴대폰을 잃어버렸을 때 코드 하나로 한 번 로그인할 수 있습니다. 지금만 볼 수 있으니 적거나 인쇄해서 안전한 곳에
        보관해주세요.
      </p>
      <ol className="mt-4 grid gap-x-6 gap-y-1 font-mono text-small text-ink-900 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="break-all tabular-nums">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button onClick={onKept}>보관했습니다</Button>
        <CopyButton text={codes.join('\n')} subject="복구 코드" />
      </div>
    </section>
  );
}
