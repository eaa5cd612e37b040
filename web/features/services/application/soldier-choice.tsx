import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Soldier } from '#shared/features/soldiers/schemas.ts';
import type { ReturnTo } from '#shared/platform/return-to.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { SelectField } from '#web/ui/select-field.tsx';

type Props = {
  soldiers: readonly Soldier[];
  selectedId: number | undefined;
  isRequired: boolean;
  /** Where the soldier pages return to. */
  returnTo: ReturnTo | undefined;
  /** Registers the first soldier without leaving the card. */
  registration: ReactNode;
  onChange: (id: number | undefined) => void;
};

/** The soldier to buy for: the user's soldiers, with links to register or edit one. */
export function SoldierChoice({ soldiers, selectedId, isRequired, returnTo, registration, onChange }: Props) {
  if (soldiers.length === 0) {
    return (
      <div>
        <p className="font-semibold text-small text-ink-900">신청할 군인</p>
        <p className="mt-1 text-small text-ink-700">등록된 군인이 없습니다. 군인 정보를 먼저 등록해주세요.</p>
        {registration}
        <Link to="/soldier/register" search={{ from: returnTo }} className={TEXT_LINK}>
          군인 등록하기
        </Link>
      </div>
    );
  }
  return (
    <div>
      <SelectField
        label="신청할 군인"
        isOptional={!isRequired}
        placeholder="군인을 선택해주세요"
        value={selectedId ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
        options={soldiers.map((soldier) => ({
          value: String(soldier.id),
          label: `${soldier.fullname} (${soldier.relationship}, ${soldier.military_status})`,
        }))}
      />
      <div className="flex flex-wrap gap-x-5">
        <Link to="/soldier/register" search={{ from: returnTo }} className={TEXT_LINK}>
          새 군인 등록
        </Link>
        {selectedId !== undefined && (
          <Link
            to="/soldier/$soldierId/edit"
            params={{ soldierId: String(selectedId) }}
            search={{ from: returnTo }}
            className={TEXT_LINK}
          >
            선택한 군인 정보 수정
          </Link>
        )}
      </div>
    </div>
  );
}
