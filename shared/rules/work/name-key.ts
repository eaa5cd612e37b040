/**
 * A person's name as conflicts compare it: whole, without spaces and case (contract §9). The
 * function `name_key` of the database is the same.
 */
export function nameKey(name: string): string {
  return name.normalize('NFC').replace(/\s/g, '').toLowerCase();
}
