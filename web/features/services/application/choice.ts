import { type ReturnTo, safeReturnTo } from '#shared/platform/return-to.ts';
import { CALLEES, type Callee } from '#shared/rules/work/callback-slots.ts';

/**
 * Describes what a visitor chose on the purchase card of one service. It comes from storage or from the address, so
 * everything in it is checked against the service and the user's own soldiers before it counts.
 */
export type Choice = {
  /** The plan's name. */
  plan?: string;
  /** Null: the visitor chose no soldier. Undefined: nothing chosen yet. */
  soldierId?: number | null;
  /** The agreed terms, each as `filename@version` with its place on the page. */
  ticks: readonly string[];
  /** When a term was ticked last, in milliseconds since 1970. */
  tickedAt?: number;
  /** Holds what the buyer typed about the case on the purchase page. */
  case?: CaseTexts;
};

export type CaseTexts = { description: string; deadline: string; contactWindow: string; call?: CallChoice };

/** The time of the firm's call that is booked with the payment. */
type CallChoice = { starts_at: string; ends_at: string; whom: Callee };

/** The choices of one browser tab by service id. */
export type Choices = Readonly<Record<string, Choice>>;

/** The part of a choice that the address carries: `?plan=&soldierId=`. */
export type AddressChoice = { plan?: string | undefined; soldierId?: number | undefined };

export const NO_CHOICE: Choice = { ticks: [] };

/** Id of the purchase card: where every page that was left for a moment returns to. */
export const APPLY_ID = 'apply';

/** More than one visit compares; the oldest are dropped. */
const MAX_SERVICES = 20;
const MAX_PLAN_LENGTH = 200;
const MAX_TICKS = 200;
const MAX_TEXT_LENGTH = 500;
/** A term stays ticked for this long, also through a login (contract §3). */
const TICKS_MS = 30 * 60_000;
const CHOICE_PAGE = /^\/(services\/[1-9]\d{0,9}|purchase)$/;

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function parseCall(value: unknown): CallChoice | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const time = (name: 'starts_at' | 'ends_at'): string => {
    const stored: unknown = Reflect.get(value, name);
    return typeof stored === 'string' && Number.isFinite(Date.parse(stored)) ? stored : '';
  };
  const [starts_at, ends_at] = [time('starts_at'), time('ends_at')];
  const whom = CALLEES.find((known) => known === Reflect.get(value, 'whom'));
  return whom && starts_at && ends_at ? { starts_at, ends_at, whom } : undefined;
}

function parseCase(value: unknown): CaseTexts | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const text = (name: keyof CaseTexts) => {
    const typed: unknown = Reflect.get(value, name);
    return typeof typed === 'string' ? typed.slice(0, MAX_TEXT_LENGTH) : '';
  };
  const call = parseCall(Reflect.get(value, 'call'));
  return {
    description: text('description'),
    deadline: text('deadline'),
    contactWindow: text('contactWindow'),
    ...(call && { call }),
  };
}

/** Reads what `JSON.stringify` made of texts about a case. Never throws. */
export function parseCaseText(text: string | undefined): CaseTexts | undefined {
  if (!text) return undefined;
  try {
    return parseCase(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function parseChoice(value: unknown): Choice | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const plan: unknown = Reflect.get(value, 'plan');
  const soldierId: unknown = Reflect.get(value, 'soldierId');
  const ticks: unknown = Reflect.get(value, 'ticks');
  const tickedAt: unknown = Reflect.get(value, 'tickedAt');
  const caseTexts = parseCase(Reflect.get(value, 'case'));
  return {
    ...(typeof plan === 'string' && plan.length <= MAX_PLAN_LENGTH && { plan }),
    ...((soldierId === null || isId(soldierId)) && { soldierId }),
    ...(isId(tickedAt) && { tickedAt }),
    ...(caseTexts && { case: caseTexts }),
    ticks: Array.isArray(ticks) ? ticks.filter((tick) => typeof tick === 'string').slice(0, MAX_TICKS) : [],
  };
}

/** Reads what `JSON.stringify` made of choices; anything else is dropped. Never throws. */
export function parseChoices(text: string | undefined): Choices {
  if (text === undefined) return {};
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== 'object' || stored === null) return {};
    const found = Object.entries(stored).map(([id, value]) => [id, parseChoice(value)] as const);
    return Object.fromEntries(found.flatMap(([id, choice]) => (choice ? [[id, choice]] : [])));
  } catch {
    return {};
  }
}

/** The choices with one of them replaced, or removed. The newest come last. */
export function withChoice(choices: Choices, serviceId: number, choice: Choice | undefined): Choices {
  const { [serviceId]: _, ...others } = choices;
  const entries = Object.entries(others);
  // Integer keys keep no order of insertion, so the number only bounds the size.
  const kept = entries.length < MAX_SERVICES ? others : Object.fromEntries(entries.slice(1));
  return choice ? { ...kept, [serviceId]: choice } : others;
}

/** Unticks the terms of a choice that were ticked over 30 minutes ago. */
export function withFreshTicks(choice: Choice, nowMs: number): Choice {
  const isFresh = choice.tickedAt !== undefined && nowMs - choice.tickedAt < TICKS_MS;
  return isFresh ? choice : { ...choice, ticks: [] };
}

/** The stored choice under what the address says: a link names a plan or a soldier on purpose. */
export function startingChoice(stored: Choice | undefined, { plan, soldierId }: AddressChoice): Choice {
  return {
    ...(stored ?? NO_CHOICE),
    ...(plan !== undefined && { plan }),
    ...(soldierId !== undefined && { soldierId }),
  };
}

/** The purchase card of a service with this choice, as a path to return to. */
export function servicePath(serviceId: number, { plan, soldierId }: AddressChoice): ReturnTo | undefined {
  const search = new URLSearchParams();
  if (plan !== undefined) search.set('plan', plan);
  if (soldierId !== undefined) search.set('soldierId', String(soldierId));
  const query = search.size > 0 ? `?${search}` : '';
  return safeReturnTo(`/services/${serviceId}${query}#${APPLY_ID}`);
}

/** The purchase of a service for a soldier who is registered there, as a path to return to. */
export function newPurchasePath(serviceId: number, plan: string): ReturnTo | undefined {
  const search = new URLSearchParams({ serviceId: String(serviceId), selectedPlan: plan, newSoldier: '1' });
  return safeReturnTo(`/purchase?${search}`);
}

/** The path with this soldier chosen, if it is the page of a service or its purchase; otherwise unchanged. */
export function withSoldier(returnTo: ReturnTo | undefined, soldierId: number): ReturnTo | undefined {
  if (returnTo === undefined) return undefined;
  const { pathname, searchParams, hash } = new URL(returnTo, 'http://localhost');
  if (!CHOICE_PAGE.test(pathname)) return returnTo;
  searchParams.set('soldierId', String(soldierId));
  return safeReturnTo(`${pathname}?${searchParams}${hash}`);
}
