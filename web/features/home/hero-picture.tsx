import { useEffect, useRef, useState } from 'react';
import { FIRM } from '#content/firm.ts';
import { ContourBackdrop } from '#web/ui/artwork/contour-backdrop.tsx';

/**
 * The lawyers as one picture. A source that fails falls back to the next, the last to a panel with
 * the firm's name.
 */
export function HeroPicture({ sources, text }: { sources: readonly string[]; text: string }) {
  const [sourceIndex, setSourceIndex] = useState(0);
  const image = useRef<HTMLImageElement>(null);
  const source = sources[sourceIndex];
  const showNext = () => setSourceIndex((index) => index + 1);

  // A picture in the server's markup may fail before hydration: its error event is lost then.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setSourceIndex((index) => index + 1);
  }, []);

  return (
    // Its foot lies below the desk.
    <div className="relative -mb-24 h-[150px] max-lg:mt-2 md:-mb-40 md:h-[400px] md:max-lg:mt-6 lg:-ml-6 lg:h-auto">
      {source === undefined ? (
        <PlaceholderPanel />
      ) : (
        <img
          key={source}
          ref={image}
          src={source}
          alt={text}
          width={1240}
          height={640}
          fetchPriority="high"
          onError={showNext}
          className="absolute inset-x-0 bottom-11 h-[calc(100%-44px)] w-full object-contain object-bottom md:bottom-20 md:h-[calc(100%-80px)]"
        />
      )}
    </div>
  );
}

function PlaceholderPanel() {
  return (
    <div className="absolute inset-0 flex items-center justify-center overflow-hidden rounded-t-[10px] border border-brass-300/40 border-b-0 bg-ink-900 lg:top-[60px] lg:right-16">
      <ContourBackdrop className="text-brass-300 opacity-20" />
      <p className="relative text-center">
        <span className="block text-title">{FIRM.name}</span>
        <span className="mt-1 block text-small text-brass-300">{FIRM.centreName}</span>
      </p>
    </div>
  );
}
