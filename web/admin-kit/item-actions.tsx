import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';

type Act = 'up' | 'down' | 'remove';

/** The button to focus after the list has changed; without an action, the first enabled one. */
type ItemAction = { index: number; act: Act };

type List = {
  fields: readonly { id: string }[];
  move: (from: number, to: number) => void;
  remove: (index: number) => void;
};

/**
 * Moves and removes the items of a list in a form. The pressed button moves with its item,
 * disappears or gets disabled; so the focus goes to the same button of the item, or of the item
 * that took its place.
 */
export function useItemActs({ fields, move, remove }: List) {
  const listRef = useRef<HTMLDivElement>(null);
  const lastAction = useRef<ItemAction>(undefined);
  const order = fields.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once the order has changed
  useEffect(() => {
    const { current } = lastAction;
    lastAction.current = undefined;
    if (!current || !listRef.current) return;
    const item = listRef.current
      .querySelectorAll(':scope > [data-item], :scope > ol > [data-item]')
      .item(current.index);
    const buttons = [...(item ?? listRef.current).querySelectorAll<HTMLButtonElement>('button[data-act]:enabled')];
    (buttons.find(({ dataset }) => dataset.act === current.act) ?? buttons.at(-1))?.focus();
  }, [order]);
  const run = (index: number, act: Act) => {
    if (act === 'remove') {
      lastAction.current = { index: Math.min(index, fields.length - 2), act };
      remove(index);
    } else {
      const to = index + (act === 'up' ? -1 : 1);
      lastAction.current = { index: to, act };
      move(index, to);
    }
  };
  return { listRef, run };
}

type Props = {
  /** The item's name, with its number. */
  name: string;
  index: number;
  count: number;
  onAct: (index: number, act: Act) => void;
};

/** Moves one item of a list up or down, or removes it. */
export function ItemActions({ name, index, count, onAct }: Props) {
  const button = (act: Act, label: string, disabled = false) => (
    <Button
      kind="secondary"
      className="md:min-h-9 md:px-3"
      data-act={act}
      disabled={disabled}
      onClick={() => onAct(index, act)}
    >
      <span className="sr-only">{`${name} `}</span>
      {label}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {button('up', '위로', index === 0)}
      {button('down', '아래로', index === count - 1)}
      {button('remove', '삭제')}
    </div>
  );
}
