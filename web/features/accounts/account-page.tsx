import type { ReactNode } from 'react';
import { BackButton } from '#web/ui/back-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

type Props = {
  title: string;
  lead?: string | undefined;
  /** Path of the back button; without it there is none. */
  backTo?: string;
  children: ReactNode;
};

/** The narrow layout of the account pages. */
export function AccountPage({ title, lead, backTo, children }: Props) {
  return (
    <div className="mx-auto max-w-[488px] px-6 pt-[108px] pb-18 md:pt-[140px] md:pb-28">
      {backTo !== undefined && (
        <div className="-mt-6">
          <BackButton to={backTo} />
        </div>
      )}
      <PageHeading title={title} lead={lead} />
      <div className="mt-8">{children}</div>
    </div>
  );
}
