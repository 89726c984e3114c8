/** Opens the folds around and inside a field. Returns whether any was closed. */
export function reveal(field: Element): boolean {
  const folds = [...field.querySelectorAll(":scope > details, :scope > div > details[data-fold]")];
  for (let fold = field.closest("details"); fold; fold = fold.parentElement!.closest("details"))
    folds.push(fold);
  const closed = folds.filter((fold) => !fold.hasAttribute("open"));
  for (const fold of closed) fold.setAttribute("open", "");
  return closed.length > 0;
}
