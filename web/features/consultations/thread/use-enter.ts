import { useEffect, useRef } from 'react';
import { isComposing } from '#web/lib/browsers/is-composing.ts';

type EnterHandlers = Pick<React.ComponentProps<'textarea'>, 'onKeyDown' | 'onKeyUp' | 'onCompositionEnd'>;

/**
 * Acts on Enter without another key. While Hangul is composed, Enter is remembered and acts once
 * the field has the whole syllable: acting at once would leave the last syllable behind, and
 * ignoring it would ask for Enter twice. Chrome on macOS reports that Enter a second time after the
 * composition: until the key is up, it is the same one.
 */
export function useEnter(act: () => void): EnterHandlers {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const isWanted = useRef(false);
  const isHandled = useRef(false);
  const finish = () => {
    if (!isWanted.current) return;
    isWanted.current = false;
    // The field has the syllable only after this event.
    setTimeout(() => latest.current());
  };
  return {
    onKeyDown: (event) => {
      const { key, nativeEvent } = event;
      if (key !== 'Enter') isHandled.current = false;
      if (key !== 'Enter' || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
      if (isComposing(nativeEvent)) {
        isWanted.current = true;
        isHandled.current = true;
        if (nativeEvent.isComposing) return;
        event.preventDefault();
        return finish();
      }
      event.preventDefault();
      if (isHandled.current) return;
      isWanted.current = false;
      latest.current();
    },
    // A composed key may have no name, but its place on the keyboard.
    onKeyUp: ({ code }) => {
      if (code === 'Enter' || code === 'NumpadEnter') isHandled.current = false;
    },
    onCompositionEnd: finish,
  };
}
