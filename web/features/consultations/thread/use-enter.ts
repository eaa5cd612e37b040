import { useEffect, useRef } from 'react';
import { isComposing } from '#web/lib/browsers/is-composing.ts';

type EnterHandlers = Pick<React.ComponentProps<'textarea'>, 'onKeyDown' | 'onCompositionEnd'>;

/**
 * Acts on Enter without another key. While Hangul is composed, Enter is remembered and acts once
 * the field has the whole syllable: acting at once would leave the last syllable behind, and
 * ignoring it would ask for Enter twice.
 */
export function useEnter(act: () => void): EnterHandlers {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const isWanted = useRef(false);
  const finish = () => {
    if (!isWanted.current) return;
    isWanted.current = false;
    // The field has the syllable only after this event.
    setTimeout(() => latest.current());
  };
  return {
    onKeyDown: (event) => {
      const { key, nativeEvent } = event;
      if (key !== 'Enter' || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
      isWanted.current = true;
      if (nativeEvent.isComposing) return;
      event.preventDefault();
      if (isComposing(nativeEvent)) return finish();
      isWanted.current = false;
      latest.current();
    },
    onCompositionEnd: finish,
  };
}
