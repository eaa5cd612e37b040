/** The address, if it is a whole one; Safari 16 has neither `URL.canParse` nor `URL.parse`. */
export function parseUrl(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
