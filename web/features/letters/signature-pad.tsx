import { type PointerEvent, useId, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { HEIGHT, MAX_POINTS, pathOf, pointIn, pointsOf, type Stroke, WIDTH } from './drawn-path.ts';

type Props = { strokes: readonly Stroke[]; onChange: (strokes: readonly Stroke[]) => void; error?: string | undefined };

/** A drawn signature, by finger, pen or mouse. It is an extra: who cannot draw signs by name alone. */
export function SignaturePad({ strokes, onChange, error }: Props) {
  const id = useId();
  /** The stroke under way; a state of its own, so that moves do not render the form. */
  const [drawn, setDrawn] = useState<Stroke>();
  const pointer = useRef<number>(undefined);
  const isFull = pointsOf(strokes) + (drawn?.length ?? 0) >= MAX_POINTS;

  const placeOf = (event: PointerEvent) => pointIn(event.currentTarget.getBoundingClientRect(), event);
  const handleDown = (event: PointerEvent) => {
    if (pointer.current !== undefined || isFull) return;
    event.preventDefault();
    pointer.current = event.pointerId;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrawn([placeOf(event)]);
  };
  const handleMove = (event: PointerEvent) => {
    if (event.pointerId !== pointer.current || isFull) return;
    const place = placeOf(event);
    setDrawn((stroke = []) => [...stroke, place]);
  };
  const handleEnd = (event: PointerEvent) => {
    if (event.pointerId !== pointer.current) return;
    pointer.current = undefined;
    if (drawn && drawn.length > 1) onChange([...strokes, drawn]);
    setDrawn(undefined);
  };

  return (
    <fieldset aria-describedby={`${id}-hint`} className="min-w-0">
      <legend className="font-semibold text-ink-900 text-small">
        손으로 쓴 서명<span className="font-normal text-ink-500"> (선택)</span>
      </legend>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={strokes.length > 0 ? '쓴 서명' : '비어 있는 서명란'}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={handleEnd}
        onPointerCancel={handleEnd}
        className="mt-1.5 block w-full max-w-[480px] cursor-crosshair touch-none select-none rounded border border-ink-500 bg-surface"
      >
        <path d={`M40,150H${WIDTH - 40}`} className="fill-none stroke-1 stroke-line" />
        <path
          d={pathOf(drawn ? [...strokes, drawn] : strokes)}
          className="fill-none stroke-[4] stroke-ink-900"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <p id={`${id}-hint`} className="mt-1.5 text-ink-500 text-small">
        손가락이나 마우스로 쓰시면 문서에 함께 들어갑니다. 쓰지 않아도 서명의 효력은 같습니다.
      </p>
      <p aria-live="polite" className="text-danger text-small">
        {error}
      </p>
      {strokes.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-3">
          <Button kind="secondary" onClick={() => onChange(strokes.slice(0, -1))}>
            마지막 획 지우기
          </Button>
          <Button kind="secondary" onClick={() => onChange([])}>
            모두 지우기
          </Button>
        </div>
      )}
    </fieldset>
  );
}
