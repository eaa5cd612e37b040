import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** After a change of page: puts the focus on the new content and says its title, as the browser would on a full load. */
export function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged }) => {
        if (!pathChanged) return;
        document.getElementById('main')?.focus({ preventScroll: true });
        setTitle(document.title);
      }),
    [router],
  );
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
