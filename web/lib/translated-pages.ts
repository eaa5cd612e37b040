/**
 * A browser that translates the page puts its own elements around or in place of the texts that
 * React has rendered. React then finds a text no more where it put it, and gives the page up with
 * its next change. Here such a text is removed with what stands in its place, and what was to come
 * before it comes to the end.
 */
const { removeChild, insertBefore } = Node.prototype;

/**
 * The node, or the FONT around it within `parent`: the element of translations, which no component
 * uses.
 */
function wrapperIn(parent: Node, node: Node): Node {
  let wrapper = node;
  while (wrapper.parentNode !== parent && wrapper.parentNode?.nodeName === 'FONT') wrapper = wrapper.parentNode;
  return wrapper;
}

/** Only texts are replaced; anything else that is not where React put it is an error. */
const isReplaced = (node: Node, wrapper: Node) => node.nodeType === Node.TEXT_NODE && wrapper.parentNode === null;

Node.prototype.removeChild = function removeTranslated<T extends Node>(this: Node, child: T): T {
  const wrapper = wrapperIn(this, child);
  if (!isReplaced(child, wrapper)) removeChild.call(this, wrapper);
  return child;
};

Node.prototype.insertBefore = function insertBeforeTranslated<T extends Node>(
  this: Node,
  node: T,
  reference: Node | null,
): T {
  const wrapper = reference && wrapperIn(this, reference);
  insertBefore.call(this, node, reference && wrapper && isReplaced(reference, wrapper) ? null : wrapper);
  return node;
};
