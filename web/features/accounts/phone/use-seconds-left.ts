import { useEffect, useState } from 'react';
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
  const [seconds, setSeconds] = useState(() => secondsUntil(time, max));
  useEffect(() => {
    setSeconds(secondsUntil(time, max));
    if (time === undefined) return;
    const timer = setInterval(() => {
      const left = secondsUntil(time, max);
      setSeconds(left);
      if (left === 0) clearInterval(timer);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [time, max]);
  return seconds;
}
