type Props = { title: string; lead?: string | undefined };

/** The h1 of a page, with a sentence about its purpose. */
export function PageHeading({ title, lead }: Props) {
  return (
    <header>
      <h1 className="text-h1 text-ink-900">{title}</h1>
      {lead && <p className="mt-3 max-w-[640px] text-pretty">{lead}</p>}
    </header>
  );
}
