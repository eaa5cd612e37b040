import type { MouseEvent, ReactNode } from 'react';
import { errorMessage } from '#web/lib/api-error.ts';
import { showMessage } from '#web/ui/ask.ts';
import { download } from './download.ts';

type Props = { href: string; className: string; children: ReactNode };

/** A link to a file of the server; says why where it is refused, after asking for a second factor. */
export function DownloadLink({ href, className, children }: Props) {
  const handleClick = (event: MouseEvent) => {
    event.preventDefault();
    void download(href).catch((error: unknown) =>
      showMessage({ title: '내려받지 못했습니다', message: errorMessage(error) }),
    );
  };
  return (
    <a href={href} download onClick={handleClick} className={className}>
      {children}
    </a>
  );
}
