/** Holds what an administrator may do (contract §6); `owner` may do everything. */
export const PERMISSIONS = ['orders', 'money', 'catalogue', 'consultations', 'people', 'audit', 'owner'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The permissions of which a call needs one; `any`: whichever an administrator has. */
export type Needs = Permission | readonly Permission[] | 'any';

/** Who reads buyer, service and price of each order; the case of one is for `orders` alone. */
export const SEE_ORDERS: readonly Permission[] = ['orders', 'money'];

export function mayDo(permissions: readonly Permission[], needs: Needs): boolean {
  if (permissions.includes('owner')) return true;
  if (needs === 'any') return permissions.length > 0;
  return [needs].flat().some((needed) => permissions.includes(needed));
}
