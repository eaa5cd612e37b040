import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS } from '#server/lib/time.ts';
import type { BootpaySandbox } from '#server/sandbox/bootpay/bootpay-sandbox.ts';
import type { Intercept, SandboxAnswer, SandboxCall } from '#server/sandbox/bootpay/steering.ts';
import { createQuirkDice, type QuirkChances, type QuirkDice } from './quirk-dice.ts';
import { randomNumbers } from './random-numbers.ts';

/**
 * Holds what can go wrong with a call of the shop's server:
 * - `delay`: the answer comes slowly
 * - `error`: 500, and nothing is done
 * - `error_after`: it is done, and the answer is 500
 * - `drop`: the connection breaks, and nothing is done
 * - `lost_answer`: it is done, and the connection breaks
 * - `late`: it is done, and the answer comes after the shop has stopped waiting
 * - `amount`: the payment turns out to be one of another amount, if it is not captured yet
 */
export const CALL_FAULTS = ['delay', 'error', 'error_after', 'drop', 'lost_answer', 'late', 'amount'] as const;
/**
 * Holds what can be wrong with an answer to a call that was carried out:
 * - `malformed`: 200 with a body that is no receipt
 * - `unknown_status`: a status that few of the provider's documents know (3, "being approved")
 * - `no_cancelled_price`: it does not say how much was given back
 */
export const ANSWER_FAULTS = ['malformed', 'unknown_status', 'no_cancelled_price'] as const;
/** And with a webhook: it comes three times at once, after a later one, or not at all. */
export const WEBHOOK_FAULTS = ['webhook_repeated', 'webhook_late', 'webhook_lost'] as const;

type CallFault = (typeof CALL_FAULTS)[number] | (typeof ANSWER_FAULTS)[number];
type FaultKind = CallFault | (typeof WEBHOOK_FAULTS)[number];

/**
 * Faults by chance: each call meets one of `kinds` with the probability `rate`, in an order that
 * `seed` decides.
 */
export type Faults = {
  rate: number;
  seed: number;
  kinds: readonly FaultKind[];
  /** How slow `delay` is. */
  delayMs?: number;
  /** How long `late` holds the answer back: longer than the shop waits for one. */
  lateMs?: number;
  /** Gives each receipt readings of its own (`quirk-dice.ts`). */
  quirks?: QuirkChances;
};

const SERVER_ERROR = { status: 500, body: { error_code: 'RC_SERVER_ERROR', message: '서버 오류가 발생했습니다.' } };
const NO_RECEIPT = { status: 200, body: { result: 'ok' } };
const UNKNOWN_STATUS = 3;
const WEBHOOK_LATE_MS = 3 * SECOND_MS;

type FaultDice = {
  /** Draws what goes wrong with the next call, if anything. */
  forCall: () => CallFault | undefined;
  /** After how many milliseconds the next webhook goes out, once for each number. */
  forWebhook: () => readonly number[];
  /** How often each kind has come up. */
  counts: () => Partial<Record<FaultKind, number>>;
};

/** Creates random faults that are the same for the same seed. */
function createFaultDice({ rate, seed, kinds }: Faults): FaultDice {
  const random = randomNumbers(seed);
  const met: Partial<Record<FaultKind, number>> = {};

  function draw<Kind extends FaultKind>(possible: readonly Kind[]): Kind | undefined {
    const chosen = possible.filter((kind) => kinds.includes(kind));
    if (chosen.length === 0 || random() >= rate) return undefined;
    const kind = chosen[Math.floor(random() * chosen.length)];
    if (kind) met[kind] = (met[kind] ?? 0) + 1;
    return kind;
  }

  return {
    forCall: () => draw([...CALL_FAULTS, ...ANSWER_FAULTS]),
    forWebhook() {
      switch (draw(WEBHOOK_FAULTS)) {
        case 'webhook_repeated':
          return [0, 0, 0];
        case 'webhook_late':
          return [WEBHOOK_LATE_MS];
        case 'webhook_lost':
          return [];
        default:
          return [0];
      }
    },
    counts: () => ({ ...met }),
  };
}

const SERVER_CALLS: readonly SandboxCall['endpoint'][] = ['token', 'receipt', 'confirm', 'cancel', 'certificate'];

/** An answer about a receipt with some fields changed; a refusal stays as it is. */
function changed(answer: SandboxAnswer, fields: Record<string, unknown>): SandboxAnswer {
  return answer.status === 200 ? { ...answer, body: { ...Object(answer.body), ...fields } } : answer;
}

type Parts = {
  dice: FaultDice;
  quirkDice?: QuirkDice | undefined;
  /** Carries out `amount`. */
  changePrice: (receiptId: string) => Promise<void>;
};

/** Lets the calls of the shop's server meet `faults`; those of the buyer's browser go well. */
function faultyIntercept(
  { delayMs = 300, lateMs = 11 * SECOND_MS }: Faults,
  { dice, quirkDice, changePrice }: Parts,
): Intercept {
  return async (call, answer) => {
    if (!SERVER_CALLS.includes(call.endpoint)) return answer();
    if (call.endpoint === 'cancel') quirkDice?.countCancel(call.receiptId);
    switch (dice.forCall()) {
      case 'delay':
        await delay(delayMs);
        return answer();
      case 'error':
        return SERVER_ERROR;
      case 'error_after':
        await answer();
        return SERVER_ERROR;
      case 'drop':
        return 'drop';
      case 'lost_answer':
        await answer();
        return 'drop';
      case 'late': {
        const given = await answer();
        await delay(lateMs);
        return given;
      }
      case 'amount':
        await changePrice(call.receiptId);
        return answer();
      case 'malformed': {
        const given = await answer();
        return given.status === 200 ? NO_RECEIPT : given;
      }
      case 'unknown_status':
        return changed(await answer(), { status: UNKNOWN_STATUS });
      case 'no_cancelled_price':
        return changed(await answer(), { cancelled_price: null });
      default:
        return answer();
    }
  };
}

/** By how much the fault `amount` changes a payment. */
const OTHER_AMOUNT_WON = 1000;

export type RunningFaults = {
  /** How often each fault has happened. */
  faults: () => Record<string, number>;
  /** How often each reading of the provider's documents was drawn. */
  quirks: () => Record<string, number>;
  /** Ends the faults. The readings of receipts stay as they were drawn. */
  stop: () => void;
};

/** From here on calls of the shop's server and webhooks meet faults by chance. */
export function startFaults(
  { store, steering }: Pick<BootpaySandbox, 'store' | 'steering'>,
  faults: Faults,
): RunningFaults {
  const dice = createFaultDice(faults);
  const quirkDice = faults.quirks && createQuirkDice(faults.quirks);
  const changePrice = (receiptId: string) => store.raisePrice({ receiptId, byWon: OTHER_AMOUNT_WON });
  steering.quirksByChance = quirkDice?.quirksOf;
  steering.chance = faultyIntercept(faults, { dice, quirkDice, changePrice });
  steering.webhookTimes = dice.forWebhook;
  return {
    faults: dice.counts,
    quirks: () => quirkDice?.counts() ?? {},
    stop() {
      quirkDice?.calm();
      steering.chance = undefined;
      steering.webhookTimes = undefined;
    },
  };
}
