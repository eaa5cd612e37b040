import { Link } from '@tanstack/react-router';
import type { Soldier } from '#shared/features/soldiers/schemas.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { showMessage } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { soldierFailure } from './soldier-failure.ts';
import { useDeleteSoldier } from './use-delete-soldier.ts';

/** The registered soldiers with their actions. */
export function SoldierList({ soldiers }: { soldiers: readonly Soldier[] }) {
  return (
    <ul className="overflow-hidden rounded-card border border-line bg-surface">
      {soldiers.map((soldier) => (
        <SoldierRow key={soldier.id} soldier={soldier} />
      ))}
    </ul>
  );
}

function SoldierRow({ soldier }: { soldier: Soldier }) {
  const { isDeleting, askAndDelete } = useDeleteSoldier();
  const handleDelete = async () => {
    try {
      await askAndDelete(soldier);
    } catch (error) {
      const message = soldierFailure(error, '삭제에 실패했습니다.');
      await showMessage({ title: '군인 정보를 삭제하지 못했습니다', message: `오류: ${message}` });
    }
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-b px-5 py-4 last:border-b-0">
      <div className="min-w-0 grow basis-60">
        <p className="font-semibold text-ink-900">{soldier.fullname}</p>
        <p className="text-small text-ink-500 tabular-nums">
          {[soldier.relationship, soldier.military_status, soldier.phone && formatPhone(soldier.phone)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className="flex gap-2">
        <Link
          to="/soldier/$soldierId/edit"
          params={{ soldierId: String(soldier.id) }}
          aria-label={`${soldier.fullname} 정보 수정`}
          className={buttonClass('secondary')}
        >
          수정
        </Link>
        <Button
          kind="secondary"
          isBusy={isDeleting}
          onClick={() => void handleDelete()}
          aria-label={`${soldier.fullname} 정보 삭제`}
        >
          삭제
        </Button>
      </div>
    </li>
  );
}
