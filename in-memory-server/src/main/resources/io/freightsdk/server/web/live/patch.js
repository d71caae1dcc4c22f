"use strict";
// Only what differs is touched: a selection, the focus and opened details stay.
const patch = (old, fresh) => {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName || old.nodeType !== fresh.nodeType) return old.replaceWith(fresh);
  if (old.nodeType !== Node.ELEMENT_NODE) return void (old.nodeValue = fresh.nodeValue);
  for (const { name } of [...old.attributes]) {
    const kept = name === "open" || name === "hidden" || fresh.hasAttribute(name);
    if (!kept) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== "hidden" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const [olds, news] = [[...old.childNodes], [...fresh.childNodes]];
  if (olds.length !== news.length) return old.replaceChildren(...news);
  olds.forEach((node, i) => patch(node, news[i]));
};
