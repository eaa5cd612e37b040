import { TEXT_LINK } from '#web/ui/button-class.ts';

/** A link to the provider's receipt in a new window; renders nothing without one. */
export function ReceiptLink({ url }: { url: string | null | undefined }) {
  if (!url) return null;
  return (
    <p>
      <a href={url} target="_blank" rel="noopener noreferrer" className={TEXT_LINK}>
        영수증 보기 <span className="sr-only">(새 창)</span>
      </a>
    </p>
  );
}
