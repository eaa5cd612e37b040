import { useEffect, useReducer } from 'react';
import { serverNow } from '#web/lib/browsers/server-clock.ts';

const TICK_MS = 500;

function secondsUntil(time: string | undefined, max: number): number {
  if (time === undefined) return 0;
  const seconds = Math.ceil((Date.parse(time) - serverNow().getTime()) / 1000);
  // Never longer than the server allows, whatever the clocks say.
  return Math.min(Math.max(seconds, 0), max);
}

/** Seconds until a time of the server, at most `max`; 0 afterwards, and without a time. */
export function useSecondsLeft(time: string | undefined, max: number): number {
  const [, showAgain] = useReducer((shown: number) => shown + 1, 0);
  useEffect(() => {
    if (time === undefined) return;
    const timer = setInterval(() => {
      showAgain();
      if (secondsUntil(time, max) === 0) clearInterval(timer);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [time, max]);
  // While rendering: a state would show the seconds of the time before for one frame.
  return secondsUntil(time, max);
}
