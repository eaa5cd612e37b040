import type { RegisteredRouter } from '@tanstack/react-router';
import { mayDo, type Needs, type Permission } from '#shared/features/accounts/permissions.ts';
import type { Badges } from '#shared/features/desk/schemas.ts';

/** The groups of the menu, in its order. */
export const MENU_GROUPS = { work: '업무', money: '회계', shop: '가게', system: '관리' } as const;

/** Describes what the route of an admin page says about the page, beside address and component. */
export type AdminPage = {
  title: string;
  /** The permissions of which opening the page needs one. */
  needs: Needs;
  /** Where the page's link is in the menu; left out for pages below a list. */
  group?: keyof typeof MENU_GROUPS;
  /** The number beside the page's link in the menu. */
  badge?: keyof Badges;
};

type WithoutParameter<Path> = Path extends `${string}$${string}` ? never : Path;

/** The addresses of the administration without those that have a parameter. */
export type AdminPath = WithoutParameter<Extract<keyof RegisteredRouter['routesByPath'], `/admin${string}`>>;

/** Returns whether a person with these permissions may open the page. */
export function mayOpen(
  { routesByPath }: Pick<RegisteredRouter, 'routesByPath'>,
  permissions: readonly Permission[],
  path: AdminPath,
): boolean {
  const page = routesByPath[path].options.staticData?.admin;
  return page !== undefined && mayDo(permissions, page.needs);
}

/** Where a person with these permissions goes instead of a page that they may not open. */
export function pageInsteadOf(page: AdminPage | undefined, permissions: readonly Permission[] = []) {
  if (!page || mayDo(permissions, page.needs)) return undefined;
  // The dashboard needs any permission.
  return mayDo(permissions, 'any') ? '/admin' : '/profile';
}

/** The pages without a parameter that a person with these permissions may open, in the order of the route table. */
export function pagesOf(
  { routesById }: Pick<RegisteredRouter, 'routesById'>,
  permissions: readonly Permission[],
): (AdminPage & { to: string })[] {
  const pages = routesById['/queries/admin'].children ?? [];
  return pages.flatMap(({ fullPath, options }) => {
    const page = options.staticData?.admin;
    if (!page || fullPath.includes('$') || !mayDo(permissions, page.needs)) return [];
    return [{ ...page, to: fullPath }];
  });
}

/** The pages of the menu: those directly below /admin. */
export function menuOf(router: Pick<RegisteredRouter, 'routesById'>, permissions: readonly Permission[]) {
  return pagesOf(router, permissions).filter(({ to }) => to.split('/').length <= 3);
}
