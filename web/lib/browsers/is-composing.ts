/**
 * Tells that a key belongs to a syllable that is being composed. Safari ends the composition before it
 * reports the key, which has the code 229 then.
 */
export function isComposing({ isComposing: isOpen, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isOpen || keyCode === 229;
}
