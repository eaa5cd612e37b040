import type { SecondFactor } from '#shared/features/accounts/factor-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { Button } from '#web/ui/button.tsx';

const KIND_LABELS = { totp: '인증 앱', passkey: '패스키', recovery: '복구 코드' } as const;

type Props = {
  factors: readonly SecondFactor[];
  isBusy: boolean;
  onRemove: (factor: SecondFactor) => void;
  onRenew: () => void;
};

/** The second factors of the account, with name and last use. */
export function FactorList({ factors, isBusy, onRemove, onRenew }: Props) {
  return (
    <ul className="overflow-hidden rounded-card border border-line bg-surface">
      {factors.map((factor) => (
        <li
          key={factor.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-5 py-4 last:border-b-0"
        >
          <div className="min-w-0 grow basis-60">
            <p className="break-all font-semibold text-ink-900">{factor.name}</p>
            <p className="text-ink-500 text-small tabular-nums">{describe(factor)}</p>
          </div>
          {factor.kind === 'recovery' ? (
            <Button kind="secondary" disabled={isBusy} onClick={onRenew}>
              새로 발급
            </Button>
          ) : (
            <Button
              kind="secondary"
              disabled={isBusy}
              aria-label={`${factor.name} 삭제`}
              onClick={() => onRemove(factor)}
            >
              삭제
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function describe({ kind, left, created_at, last_used_at }: SecondFactor): string {
  if (kind === 'recovery') return `${left ?? 0}개 남음 · 발급 ${formatDateTime(created_at)}`;
  const used = last_used_at === null ? '아직 쓰지 않음' : `마지막 사용 ${formatDateTime(last_used_at)}`;
  return `${KIND_LABELS[kind]} · 등록 ${formatDateTime(created_at)} · ${used}`;
}
