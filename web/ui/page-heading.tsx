type Props = { title: string; lead?: string | undefined };

/** The one first-level heading of a page, with a sentence of what it is for. */
export function PageHeading({ title, lead }: Props) {
  return (
    <header>
      <h1 className="font-bold text-[30px]/[40px] text-ink-900 tracking-[-0.025em] md:text-[40px]/[52px]">{title}</h1>
      {lead && <p className="mt-3 max-w-[640px] text-pretty">{lead}</p>}
    </header>
  );
}
