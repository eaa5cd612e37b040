import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

type Id = number | string;
type Item = { id: Id };

/** The order after `id` takes the place of the item at `to`. */
function moved<T extends Id>(order: readonly T[], id: T, to: number): T[] {
  const others = order.filter((other) => other !== id);
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, id);
}

/** The index of the row at a vertical position of the screen. */
function placeAt(handle: Element, y: number): number {
  const row = handle.closest('tr, li');
  const rows = [...(row?.parentElement?.children ?? [])];
  return rows.filter((other) => {
    const { top, height } = other.getBoundingClientRect();
    return other !== row && top + height / 2 < y;
  }).length;
}

/**
 * Reorders rows by dragging a handle, with a live preview, or by single steps from the keyboard.
 * `save` is called once, when the handle is released; until it settles, the new order stays. Escape
 * cancels a drag.
 */
export function useDragOrder<Row extends Item>(
  rows: readonly Row[],
  save: (ids: Row['id'][], movedId: Row['id']) => Promise<void> | void,
) {
  const seen: Row['id'][] = rows.map(({ id }) => id);
  const [order, setOrder] = useState<Row['id'][]>();
  const [held, setHeld] = useState<Row['id']>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const finish = async (handle: HTMLElement, id: Row['id'], wanted: Row['id'][]) => {
    if (wanted.join() !== seen.join()) {
      setOrder(wanted);
      await save(wanted, id);
    }
    setOrder(undefined);
    // The row has moved in the document, which removes the keyboard focus from it.
    requestAnimationFrame(() => handle.focus());
  };

  const handleDown = (id: Row['id']) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || held !== undefined || order !== undefined) return;
    const handle = event.currentTarget;
    let wanted = seen;
    setHeld(id);
    const listening = new AbortController();
    const { signal } = listening;
    const end = (isKept: boolean) => {
      listening.abort();
      setHeld(undefined);
      void finish(handle, id, isKept ? wanted : seen);
    };
    stop.current = () => listening.abort();
    // On the window: moving the row would end a pointer capture.
    window.addEventListener(
      'pointermove',
      ({ clientY }) => {
        wanted = moved(wanted, id, placeAt(handle, clientY));
        setOrder(wanted);
      },
      { signal },
    );
    window.addEventListener('pointerup', () => end(true), { signal });
    window.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
  };

  const handleKey = (id: Row['id']) => (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined || held !== undefined || order !== undefined) return;
    event.preventDefault();
    step(id, by, event.currentTarget);
  };

  /** Moves a row by one place; `handle` keeps the focus. */
  const step = (id: Row['id'], by: number, handle: HTMLElement) => {
    if (order === undefined) void finish(handle, id, moved(seen, id, seen.indexOf(id) + by));
  };

  return {
    shown: order ? order.flatMap((id) => rows.find((row) => row.id === id) ?? []) : rows,
    held,
    step,
    handleProps: (id: Row['id']) => ({ onPointerDown: handleDown(id), onKeyDown: handleKey(id) }),
  };
}
