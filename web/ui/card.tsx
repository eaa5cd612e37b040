import type { ComponentProps } from 'react';

/** A surface with a hairline around it. */
export function Card({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`rounded-card border border-line bg-surface p-6 md:p-8 ${className}`} />;
}
