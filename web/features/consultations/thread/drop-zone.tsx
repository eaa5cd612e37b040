import { type DragEvent, type ReactNode, type Ref, useRef, useState } from 'react';

type Props = {
  ref?: Ref<HTMLDivElement>;
  onFiles: (files: readonly File[]) => void;
  className?: string;
  children: ReactNode;
};

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Takes files that are dragged over its content. Buttons do the same for a keyboard. */
export function DropZone({ ref, onFiles, className = '', children }: Props) {
  // Each child that the pointer crosses enters and leaves.
  const depth = useRef(0);
  const [isOver, setOver] = useState(false);
  const change = (by: number) => {
    depth.current = by === 0 ? 0 : Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the file button does the same
    <div
      ref={ref}
      onDragEnter={(event) => hasFiles(event) && change(1)}
      onDragLeave={(event) => hasFiles(event) && change(-1)}
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        change(0);
        onFiles([...event.dataTransfer.files]);
      }}
      className={`relative ${className}`}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-card border-2 border-olive-700 border-dashed bg-olive-100/90">
          <p className="font-semibold text-olive-700">여기에 놓으면 첨부됩니다</p>
        </div>
      )}
    </div>
  );
}
