import type { ReactNode } from 'react';
import { PageHeading } from '#web/ui/page-heading.tsx';

type Props = { title: string; lead?: string | undefined; children: ReactNode };

/** The narrow layout of the account pages. */
export function AccountPage({ title, lead, children }: Props) {
  return (
    <div className="mx-auto max-w-[488px] px-6 pt-[108px] pb-18 md:pt-[140px] md:pb-28">
      <PageHeading title={title} lead={lead} />
      <div className="mt-8">{children}</div>
    </div>
  );
}
