import { PERMISSIONS, type Permission } from '#shared/features/accounts/permissions.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { PERMISSION_NAMES } from './permission-names.ts';

const WORK: Readonly<Record<Permission, string>> = {
  orders: '주문과 회원 조회, 진행 상태와 메모',
  money: '환불, 결제 대사, 주문 내려받기',
  catalogue: '서비스, 약관, 이미지 편집',
  consultations: '상담 답변과 자주 쓰는 답변',
  people: '직원 초대, 권한, 계정 사용 여부, 로그인 기록',
  audit: '감사 기록 조회',
  owner: '모든 권한',
};

type Props = {
  chosen: readonly Permission[];
  onChange: (chosen: Permission[]) => void;
  /** Only an owner gives or takes `owner` (contract §6). */
  hasOwner: boolean;
  isDisabled?: boolean;
  error?: string | undefined;
};

/** The permissions of an administrator, each with what it allows. */
export function PermissionChoice({ chosen, onChange, hasOwner, isDisabled = false, error }: Props) {
  return (
    <fieldset disabled={isDisabled} className="grid gap-1">
      <legend className="sr-only">할 수 있는 일</legend>
      {PERMISSIONS.filter((permission) => permission !== 'owner' || hasOwner).map((permission) => (
        <Checkbox
          key={permission}
          label={`${PERMISSION_NAMES[permission]}: ${WORK[permission]}`}
          checked={chosen.includes(permission)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, permission] : chosen.filter((each) => each !== permission))
          }
        />
      ))}
      <FieldError id="permissions-error" error={error} />
    </fieldset>
  );
}
