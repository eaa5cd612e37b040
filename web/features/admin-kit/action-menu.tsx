import { Menu } from '@base-ui/react/menu';
import { buttonClass } from '#web/ui/button-class.ts';

type Act = { label: string; onSelect: () => unknown };

type Props = { label: string; acts: readonly Act[]; isBusy?: boolean };

/** A button that opens a menu of rare actions. Arrow keys, Enter and Escape work as in any menu. */
export function ActionMenu({ label, acts, isBusy = false }: Props) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger disabled={isBusy} aria-busy={isBusy || undefined} className={buttonClass('secondary')}>
        {label}
        <svg viewBox="0 0 10 6" className="ml-2 h-1.5 w-2.5 fill-none stroke-2 stroke-current" aria-hidden="true">
          <path d="M1 1l4 4 4-4" />
        </svg>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="z-50">
          <Menu.Popup className="min-w-48 rounded border border-line bg-surface py-1 text-dense text-ink-900 shadow-float outline-none">
            {acts.map(({ label: name, onSelect }) => (
              <Menu.Item
                key={name}
                onClick={onSelect}
                className="flex min-h-11 cursor-pointer items-center px-4 outline-none data-[highlighted]:bg-olive-100 md:min-h-10"
              >
                {name}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
