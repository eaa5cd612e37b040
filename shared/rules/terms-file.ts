/**
 * Names of terms texts, as in `case-terms.html`: no path, nothing that an address would have to
 * escape.
 */
const TERMS_FILENAME = /^[a-z0-9][a-z0-9-]{0,79}\.html$/;

export function isTermsFilename(name: string): boolean {
  return TERMS_FILENAME.test(name);
}
