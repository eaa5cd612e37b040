import { useEffect, useRef, useState } from 'react';
import { FIRM } from '#content/firm.ts';
import { LAWYER_PICTURES, LAWYERS } from '#content/lawyers.ts';
import { ContourBackdrop } from '#web/ui/artwork/contour-backdrop.tsx';

/**
 * The lawyers as one picture. A source that fails falls back to the next, the last to a panel with
 * the firm's name.
 */
export function HeroPicture() {
  const [sourceIndex, setSourceIndex] = useState(0);
  const image = useRef<HTMLImageElement>(null);
  const source = LAWYER_PICTURES[sourceIndex];
  const showNext = () => setSourceIndex((index) => index + 1);

  // A picture in the server's markup may fail before hydration: its error event is lost then.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setSourceIndex((index) => index + 1);
  }, []);

  return (
    <div className="relative mt-8 min-h-[240px] lg:-mr-16 lg:mt-0">
      {source === undefined ? (
        <PlaceholderPanel />
      ) : (
        <img
          key={source}
          ref={image}
          src={source}
          alt={`${LAWYERS.map((lawyer) => lawyer.name).join(', ')} 변호사`}
          width={1200}
          height={1000}
          fetchPriority="high"
          onError={showNext}
          className="absolute inset-0 h-full w-full object-contain object-bottom"
        />
      )}
    </div>
  );
}

function PlaceholderPanel() {
  return (
    <div className="absolute inset-0 flex items-center justify-center overflow-hidden rounded-t-[10px] border border-brass-300/40 border-b-0 bg-ink-900 lg:top-[120px] lg:right-16">
      <ContourBackdrop className="text-brass-300 opacity-20" />
      <p className="relative text-center">
        <span className="block text-title">{FIRM.name}</span>
        <span className="mt-1 block text-small text-brass-300">{FIRM.centreName}</span>
      </p>
    </div>
  );
}
