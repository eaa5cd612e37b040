import { safeReturnPath } from './return-path.ts';

/** Where a picture of a service may come from: a web address or a path on this site, so never `javascript:` or `data:`. */
export function isImageUrl(text: string): boolean {
  return /^https?:\/\/[^\s\\/?#@]+([/?#][^\s\\]*)?$/i.test(text) || safeReturnPath(text) !== undefined;
}
