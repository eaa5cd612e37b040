/** An object of the store. */
export type ListedObject = { name: string; modifiedAt: Date };

function textOf(xml: string, tag: string): string | undefined {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];
}

function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

/** Reads a page of a bucket's listing; undefined where it is none. */
export function readListing(xml: string): { objects: ListedObject[]; isCut: boolean } | undefined {
  const truncated = textOf(xml, 'IsTruncated');
  if (!/<ListBucketResult[\s>]/.test(xml) || truncated === undefined) return undefined;
  const objects: ListedObject[] = [];
  for (const [, entry = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const name = textOf(entry, 'Key');
    const modifiedAt = new Date(textOf(entry, 'LastModified') ?? '');
    if (name === undefined || Number.isNaN(modifiedAt.getTime())) return undefined;
    objects.push({ name: decoded(name), modifiedAt });
  }
  return { objects, isCut: truncated === 'true' };
}
