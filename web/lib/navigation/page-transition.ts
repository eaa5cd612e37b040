import type { AnyRoute, ParsedLocation, RouterOptions } from '@tanstack/react-router';

type Change = { fromLocation?: ParsedLocation; toLocation: ParsedLocation; pathChanged: boolean };

/** Only leaving and entering home fade (spec §2); other pages change without animation. */
function transitionTypes({ fromLocation, toLocation, pathChanged }: Change): string[] | false {
  if (!fromLocation || !pathChanged) return false;
  if (fromLocation.pathname !== '/' && toLocation.pathname !== '/') return false;
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? false : ['page-fade'];
}

/** The browser's view transitions if it supports types; otherwise pages change without a fade. */
export function pageTransition(): NonNullable<RouterOptions<AnyRoute, never>['defaultViewTransition']> {
  const isSupported = !import.meta.env.SSR && CSS.supports('selector(:active-view-transition-type(a))');
  return isSupported ? { types: transitionTypes } : false;
}
