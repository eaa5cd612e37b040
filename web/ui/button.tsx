import type { ComponentProps } from 'react';
import { buttonClass } from './button-class.ts';
import { Spinner } from './spinner.tsx';

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  kind?: Parameters<typeof buttonClass>[0];
  /** The action is running: the button is disabled and says so. */
  isBusy?: boolean;
  className?: string;
};

/** A button for an action; navigation uses `Link` with `buttonClass`. */
export function Button({ kind = 'primary', isBusy = false, disabled, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={buttonClass(kind, className)}
    >
      {isBusy && <Spinner className="mr-2 size-4" />}
      {children}
    </button>
  );
}
