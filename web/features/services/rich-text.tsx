import { useTrustedHtml } from '#web/lib/trusted-html.ts';

/** HTML that the API has sanitised (spec §2: the allow-list), styled like the text around it. */
export function RichText({ html, className = '' }: { html: string; className?: string }) {
  const trusted = useTrustedHtml(html);
  return (
    <div
      className={`[&_a]:font-semibold [&_a]:text-olive-700 [&_a]:underline [&_a]:underline-offset-4 [&_li]:mt-1.5 [&_ol]:mt-3 [&_ol]:list-decimal [&_ol]:pl-6 [&_*+p]:mt-4 [&_strong]:text-ink-900 [&_ul]:mt-3 [&_ul]:list-disc [&_ul]:pl-6 ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on write and on read by the server
      dangerouslySetInnerHTML={trusted}
    />
  );
}
