import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

type Props = {
  /** The stored fields by their labels. */
  stored: Readonly<Record<string, string>>;
  onTake: () => void;
};

/** Shows what another tab or administrator has saved since the form was opened; what is typed stays. */
export function StoredMeanwhile({ stored, onTake }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // It may be below what is on the screen.
  useEffect(() => box.current?.focus(), []);
  return (
    <Notice kind="info">
      <div ref={box} tabIndex={-1}>
        <p>다른 곳에서 먼저 저장했습니다. 지금 입력한 내용은 그대로 있습니다. 저장된 내용과 비교해주세요.</p>
        <dl className="mt-3 grid gap-2">
          {Object.entries(stored).map(([label, value]) => (
            <div key={label} className="min-w-0">
              <dt className="font-semibold text-ink-900">{label}</dt>
              <dd className="break-words whitespace-pre-wrap">{value || '(비어 있음)'}</dd>
            </div>
          ))}
        </dl>
        <Button kind="secondary" className="mt-3" onClick={onTake}>
          저장된 내용 불러오기
        </Button>
      </div>
    </Notice>
  );
}
