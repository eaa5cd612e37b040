import type { Quirks } from '#server/sandbox/bootpay/quirks.ts';
import { randomNumbers } from './random-numbers.ts';

/** How long things may take at most where a receipt draws that they do. */
export type QuirkChances = {
  seed: number;
  /** Until a cancel begins whose connection broke. */
  lateMs: number;
  /** While a cancel is under way. */
  takesMs: number;
};

/** Describes what becomes of one cancel. */
type Fate = 'well' | 'late' | 'fails';

type Reading = { quirks: Partial<Quirks>; takesMs: number; lateMs: number; fates: Fate[]; cancels: number };

export type QuirkDice = {
  /** The readings of a receipt: drawn when it is first asked about, the same from then on. */
  quirksOf: (receiptId: string) => Partial<Quirks>;
  /** To be called before each cancel, whose fate `quirksOf` gives until the next one. */
  countCancel: (receiptId: string) => void;
  /** From here on cancels are neither late nor do they fail; the readings stay. */
  calm: () => void;
  /** How many cancels met each fate, and how many receipts have each reading. */
  counts: () => Record<string, number>;
};

const LATE_SHARE = 0.2;
const FAILING_SHARE = 0.15;
const SLOW_SHARE = 0.4;
const NO_CURRENCY_SHARE = 0.3;
const OTHER_CURRENCY_SHARE = 0.02;
/** Every cancel after these goes well, so that each refund comes to an end. */
const DRAWN_FATES = 3;

/**
 * Gives each receipt a random combination of the readings in `quirks.ts`, in an order that the seed
 * decides.
 */
export function createQuirkDice({ seed, lateMs, takesMs }: QuirkChances): QuirkDice {
  const random = randomNumbers(seed);
  const readings = new Map<string, Reading>();
  const counted: Record<string, number> = {};
  let isCalm = false;

  function count(what: string): void {
    counted[what] = (counted[what] ?? 0) + 1;
  }

  function oneOf<Value>(name: string, values: readonly [Value, Value]): Value {
    const value = random() < 0.5 ? values[0] : values[1];
    count(`${name} ${value}`);
    return value;
  }

  function drawFate(): Fate {
    const drawn = random();
    if (drawn < LATE_SHARE) return 'late';
    return drawn < LATE_SHARE + FAILING_SHARE ? 'fails' : 'well';
  }

  function drawFields(): Quirks['receiptFields'] {
    const drawn = random();
    if (drawn < OTHER_CURRENCY_SHARE) return { currency: 'USD' };
    return drawn < OTHER_CURRENCY_SHARE + NO_CURRENCY_SHARE ? { currency: undefined } : {};
  }

  function draw(): Reading {
    return {
      quirks: {
        cancelIds: oneOf('cancelIds', ['refused', 'ignored']),
        partialCancelStatus: oneOf('partialCancelStatus', [20, 1]),
        refundAccount: oneOf('refundAccount', ['optional', 'required']),
        issuedCancel: oneOf('issuedCancel', ['called_off', 'refused']),
        receiptFields: drawFields(),
      },
      takesMs: random() < SLOW_SHARE ? Math.ceil(random() * takesMs) : 0,
      lateMs: Math.ceil(random() * lateMs),
      fates: Array.from({ length: DRAWN_FATES }, drawFate),
      cancels: 0,
    };
  }

  function readingOf(receiptId: string): Reading {
    const reading = readings.get(receiptId) ?? draw();
    readings.set(receiptId, reading);
    return reading;
  }

  function fateOf({ fates, cancels }: Reading): Fate {
    return isCalm ? 'well' : (fates[cancels - 1] ?? 'well');
  }

  return {
    quirksOf(receiptId) {
      const reading = readingOf(receiptId);
      const fate = fateOf(reading);
      return {
        ...reading.quirks,
        cancelTakesMs: reading.takesMs,
        cancelFails: fate === 'fails',
        lateCancelMs: fate === 'late' ? reading.lateMs : 0,
      };
    },
    countCancel(receiptId) {
      const reading = readingOf(receiptId);
      reading.cancels += 1;
      count(`cancel ${fateOf(reading)}`);
    },
    calm() {
      isCalm = true;
    },
    counts: () => ({ ...counted }),
  };
}
