import { PERMISSIONS, type Permission } from '#shared/features/accounts/permissions.ts';

export const PERMISSION_NAMES: Readonly<Record<Permission, string>> = {
  orders: '주문',
  money: '환불',
  catalogue: '서비스',
  consultations: '상담',
  people: '사람',
  audit: '감사',
  owner: '소유자',
};

/** Names permissions in words: `주문, 상담`. */
export function permissionWords(permissions: readonly Permission[]): string {
  const words = PERMISSIONS.filter((permission) => permissions.includes(permission));
  return words.map((permission) => PERMISSION_NAMES[permission]).join(', ') || '권한 없음';
}
