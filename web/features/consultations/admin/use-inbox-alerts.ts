import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { badgesQuery } from '#web/features/desk/admin/badges-query.ts';
import { readInboxAlerts, writeInboxAlerts } from '#web/lib/storage/page-storage.ts';
import { inboxQuery } from './api.ts';

const TONE_HZ = 660;
const TONE_SECONDS = 0.25;
const VOLUME = 0.15;
/** A hidden window has no event stream, and is the one that needs the tone. */
const REFRESH = { refetchInterval: 30_000, refetchIntervalInBackground: true };

let audio: AudioContext | undefined;

/** A short tone. Browsers allow it only after a click on the page; without one it is silent. */
function playTone(): void {
  audio ??= new AudioContext();
  const { currentTime } = audio;
  const volume = new GainNode(audio, { gain: VOLUME });
  volume.gain.exponentialRampToValueAtTime(0.001, currentTime + TONE_SECONDS);
  const tone = new OscillatorNode(audio, { frequency: TONE_HZ });
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(currentTime + TONE_SECONDS);
  void audio.resume();
}

const COUNT = /^\(\d+\+?\) /;

/**
 * Puts the number of waiting conversations before the title of the window, and takes it away at the
 * end.
 */
function useTitleCount(count: number, isOn: boolean): void {
  useEffect(() => {
    const bare = () => document.title.replace(COUNT, '');
    document.title = isOn && count > 0 ? `(${count}) ${bare()}` : bare();
    return () => {
      document.title = bare();
    };
  }, [count, isOn]);
}

export type InboxAlerts = { isOn: boolean; setOn: (isOn: boolean) => void };

/**
 * A tone for each new message of a customer, and the count in the window's title. Off until
 * switched on.
 */
export function useInboxAlerts(): InboxAlerts {
  const [isOn, setStateOn] = useState(readInboxAlerts);
  const waiting = useInfiniteQuery({ ...inboxQuery({ view: 'waiting' }), ...REFRESH, enabled: isOn });
  const rows = waiting.data?.pages.flatMap((page) => page.rows);
  const known = useRef<ReadonlySet<string>>(undefined);
  const news = rows?.filter(({ unread }) => unread > 0).map(({ id, last_seq }) => `${id}:${last_seq}`);
  const newsKey = news?.join(' ');
  useEffect(() => {
    if (newsKey === undefined) return;
    const now = new Set(newsKey.split(' ').filter(Boolean));
    const before = known.current;
    known.current = now;
    if (before && [...now].some((message) => !before.has(message))) playTone();
  }, [newsKey]);
  const { data: badges } = useQuery({ ...badgesQuery, ...REFRESH, enabled: isOn });
  useTitleCount(badges?.waiting_conversations ?? 0, isOn);
  return {
    isOn,
    setOn(value) {
      writeInboxAlerts(value);
      setStateOn(value);
      known.current = undefined;
      // Within the click: from here on the browser allows sound.
      if (value) playTone();
    },
  };
}
