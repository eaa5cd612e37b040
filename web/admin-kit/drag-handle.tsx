import type { ComponentProps } from 'react';

type Props = Pick<ComponentProps<'button'>, 'onPointerDown' | 'onKeyDown' | 'aria-disabled' | 'children'> & {
  label: string;
  isHeld: boolean;
};

/** Moves an item of a list by dragging, or by arrow keys (`useDragOrder`). */
export function DragHandle({ label, isHeld, children, ...handlers }: Props) {
  return (
    <button
      type="button"
      {...handlers}
      aria-label={label}
      title="끌거나 위아래 화살표 키로 옮깁니다."
      className={`inline-flex min-h-11 min-w-11 touch-none select-none items-center justify-center gap-2 md:min-h-7 md:min-w-8 ${isHeld ? 'cursor-grabbing font-semibold text-olive-700' : 'cursor-grab text-ink-700'}`}
    >
      <svg viewBox="0 0 8 14" className="h-3.5 w-2 shrink-0 fill-current" aria-hidden="true">
        {[2, 7, 12].flatMap((y) => [2, 6].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1.2" />))}
      </svg>
      {children}
    </button>
  );
}
