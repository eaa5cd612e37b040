import { splitLinks } from './text-links.ts';

/** A message as it was written: lines as they are, web addresses as links, no HTML. */
export function MessageText({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-wrap text-pretty">
      {splitLinks(text).map((part, index) =>
        part.kind === 'link' ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
            key={index}
            href={part.text}
            target="_blank"
            rel="noopener nofollow"
            className="break-all underline underline-offset-4"
          >
            {part.text}
            <span className="sr-only"> (새 창)</span>
          </a>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
