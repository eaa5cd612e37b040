import { useEffect, useRef } from 'react';
import { formatDateTime } from '#shared/format/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { toValues } from './service-form-values.ts';
import { storedChanges } from './stored-changes.ts';
import type { ServiceEditor } from './use-service-editor.ts';

/** Shows what another administrator has saved meanwhile, and lets the user choose one version. */
export function VersionConflict({ editor }: { editor: ServiceEditor }) {
  const { conflict, base, isSubmitting } = editor;
  const heading = useRef<HTMLHeadingElement>(null);
  const version = conflict?.version;
  // The pressed button is done: continue here, also if a third version was saved meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each new version
  useEffect(() => heading.current?.focus(), [version]);
  if (!conflict) return null;
  return (
    <section aria-label="먼저 저장된 내용" className="rounded border border-info bg-surface p-4">
      <h2 ref={heading} tabIndex={-1} className="text-h4 text-ink-900">
        먼저 저장된 내용
      </h2>
      <p role="status" className="mt-1 text-ink-700">
        {`다른 관리자가 ${formatDateTime(conflict.updated_at)}에 먼저 저장했습니다(제목: '${conflict.title}'). 지금 입력한 내용은 그대로 있습니다. 그사이 바뀐 항목을 확인하고 남길 내용을 선택해주세요.`}
      </p>
      <dl className="mt-4 grid gap-4">
        {storedChanges(base, toValues(conflict)).map(({ label, stored }) => (
          <div key={label} className="min-w-0">
            <dt className="font-semibold text-ink-900">{label}</dt>
            <dd className="mt-1 whitespace-pre-wrap text-ink-700">{stored || '(비어 있음)'}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button kind="secondary" disabled={isSubmitting} onClick={editor.takeStored}>
          저장된 내용 불러오기
        </Button>
        <Button kind="danger" isBusy={isSubmitting} onClick={() => void editor.saveOwn()}>
          내 내용으로 저장
        </Button>
      </div>
    </section>
  );
}
