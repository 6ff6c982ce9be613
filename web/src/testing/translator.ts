/**
 * What a page translator does to a page, the browser's own too: each text is taken out, and another
 * stands in elements of the translator's in its place, so that the app's own text nodes are in the
 * page no more.
 */
const ELEMENT: string = 'font';
const LEFT_ALONE = `[translate=no], ${ELEMENT}, style, script, textarea`;

function translate(text: Text): void {
  if (!text.data.trim() || text.parentElement?.closest(LEFT_ALONE) !== null) return;
  const outer = document.createElement(ELEMENT);
  outer.appendChild(document.createElement(ELEMENT)).append(text.data);
  text.replaceWith(outer);
}

function translateAll(root: Node): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = root instanceof Text ? [root] : [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) translate(text);
}

const translator = new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) translateAll(node);
});

export const translatePage = (): void =>
  translator.observe(document.body, { childList: true, subtree: true });
