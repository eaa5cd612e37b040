/**
 * A browser that translates the page puts its own elements around or in place of the texts that
 * React has rendered. React then finds a text no more where it put it, and gives the page up with
 * its next change. Here such a text is removed with what stands in its place, and what was to come
 * before it comes to the end.
 */
const { removeChild, insertBefore } = Node.prototype;

/** What `parent` holds of a node that may have been wrapped. */
function heldBy(parent: Node, node: Node): Node | undefined {
  let held: Node | null = node;
  while (held && held.parentNode !== parent) held = held.parentNode;
  return held ?? undefined;
}

Node.prototype.removeChild = function removeTranslated<T extends Node>(this: Node, child: T): T {
  const held = heldBy(this, child);
  if (held) removeChild.call(this, held);
  return child;
};

Node.prototype.insertBefore = function insertBeforeTranslated<T extends Node>(
  this: Node,
  node: T,
  reference: Node | null,
): T {
  insertBefore.call(this, node, reference && (heldBy(this, reference) ?? null));
  return node;
};
