import { useEffect, useRef, useState } from 'react';
import { formatDateTime } from '#shared/format/dates.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { toValues } from './service-form-values.ts';
import { type Choices, type Difference, differencesOf, type Side } from './service-merge.ts';
import type { ServiceEditor } from './use-service-editor.ts';

const SIDES: Record<Side, string> = { mine: '내 변경', stored: '저장된 내용' };

/**
 * Shows typed and stored values side by side: only the differing fields, with a choice for each.
 */
export function VersionConflict({ editor }: { editor: ServiceEditor }) {
  const { conflict, base, form, isSubmitting, merge } = editor;
  const [picked, setPicked] = useState<Choices>({});
  const heading = useRef<HTMLHeadingElement>(null);
  const version = conflict?.version;
  // The pressed button is done: continue here, also if a third version was saved meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each new version
  useEffect(() => heading.current?.focus(), [version]);
  if (!conflict) return null;
  const differences = differencesOf(base, form.watch(), toValues(conflict));
  const choiceOf = ({ path, suggested }: Difference) => picked[path] ?? suggested;
  const choices = Object.fromEntries(differences.map((difference) => [difference.path, choiceOf(difference)]));
  const pickAll = (side: Side) => setPicked(Object.fromEntries(differences.map(({ path }) => [path, side])));
  return (
    <section aria-label="먼저 저장된 내용과 비교" className="rounded border border-info bg-surface p-4">
      <h2 ref={heading} tabIndex={-1} className="text-h4 text-ink-900">
        먼저 저장된 내용과 비교
      </h2>
      <p role="status" className="mt-1 text-ink-700">
        {`다른 관리자가 ${formatDateTime(conflict.updated_at)}에 먼저 저장했습니다(제목: '${conflict.title}'). 지금 입력한 내용은 그대로 있습니다. `}
        {differences.length > 0
          ? `서로 다른 항목 ${differences.length}개마다 남길 내용을 선택해주세요.`
          : '서로 다른 항목이 없습니다.'}
      </p>
      {differences.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-2">
          {(['mine', 'stored'] as const).map((side) => (
            <Button key={side} kind="secondary" className="md:min-h-10 md:px-4" onClick={() => pickAll(side)}>
              {`모두 ${SIDES[side]} 사용`}
            </Button>
          ))}
        </div>
      )}
      <div className="mt-4 grid gap-4">
        {differences.map((difference) => (
          <Comparison
            key={difference.path}
            difference={difference}
            choice={choiceOf(difference)}
            onChoose={(side) => setPicked({ ...picked, [difference.path]: side })}
          />
        ))}
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button isBusy={isSubmitting} onClick={() => void merge(choices, { isSaved: true })}>
          선택한 내용으로 저장
        </Button>
        <Button kind="secondary" disabled={isSubmitting} onClick={() => void merge(choices, { isSaved: false })}>
          저장하지 않고 더 편집
        </Button>
      </div>
    </section>
  );
}

type ComparisonProps = { difference: Difference; choice: Side; onChoose: (side: Side) => void };

function Comparison({ difference, choice, onChoose }: ComparisonProps) {
  const { path, label, isContested } = difference;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 flex flex-wrap items-center gap-2 font-semibold text-ink-900">
        {label}
        {isContested && <Badge kind="danger">양쪽 모두 수정</Badge>}
      </legend>
      <div className="grid gap-2 md:grid-cols-2">
        {(['mine', 'stored'] as const).map((side) => (
          <label
            key={side}
            className="block min-w-0 cursor-pointer rounded border border-line p-3 hover:border-ink-900 has-checked:border-olive-700 has-checked:bg-olive-100"
          >
            <span className="flex min-h-6 items-center gap-2 font-semibold text-ink-900">
              <input
                type="radio"
                name={`conflict ${path}`}
                checked={choice === side}
                onChange={() => onChoose(side)}
                className="size-5 accent-olive-700"
              />
              {SIDES[side]}
            </span>
            <span className="mt-1 block max-h-60 overflow-y-auto whitespace-pre-wrap text-ink-700">
              {difference[side] || '(비어 있음)'}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
