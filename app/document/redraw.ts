/* Keeps the visitor's input when React redraws a page that an extension or translation changed. */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const restorable = "input, textarea, select, button, summary, a[href], details, dialog";
const find = (root: ParentNode) => root.querySelectorAll<HTMLElement>(restorable);

/** Call it before `hydrateRoot`. */
export function keepThroughRedraw(): void {
  const root = document.documentElement;
  const marks = [...root.attributes].map(({ name, value }) => [name, value] as const);
  let focused = document.activeElement;
  const noteFocus = ({ target }: FocusEvent) => (focused = target as Element);
  const noteBlur = ({ target }: FocusEvent) =>
    // A removed element also loses the focus.
    queueMicrotask(() => {
      if (focused === target && focused?.isConnected) focused = null;
    });
  const redraw = new MutationObserver((changes) => {
    const removed = changes.flatMap(({ removedNodes }) => [...removedNodes]);
    const holder = new DocumentFragment();
    holder.append(...removed.filter((node) => node instanceof Element && !node.isConnected));
    const old = [...find(holder)];
    if (old.length === 0) return;
    for (const [name, value] of marks) if (!root.hasAttribute(name)) root.setAttribute(name, value);
    const drawn = [...find(document)];
    for (const before of old) {
      const index = drawn.findIndex((element) => keyOf(element) === keyOf(before));
      if (index < 0) continue;
      const [element] = drawn.splice(index, 1);
      restore(before, element!);
      if (before === focused) focusAs(before, element!);
    }
  });
  redraw.observe(document, { childList: true, subtree: true });
  document.addEventListener("focusin", noteFocus);
  document.addEventListener("focusout", noteBlur);
  addEventListener(
    "hydrated",
    () => {
      redraw.disconnect();
      document.removeEventListener("focusin", noteFocus);
      document.removeEventListener("focusout", noteBlur);
      checkChangedFields();
    },
    { once: true },
  );
}

/** Equal keys are matched by order. */
function keyOf(element: HTMLElement): string {
  const { form, type } = element as Control;
  const value = isTick(type) && element.getAttribute("value");
  const names = ["id", "name", "href"].map((name) => element.getAttribute(name));
  return [element.tagName, form?.getAttribute("action"), value, ...names].join(" ");
}

const isTick = (type: string) => type === "checkbox" || type === "radio";

function restore(before: HTMLElement, element: HTMLElement): void {
  if (before instanceof HTMLDetailsElement)
    return void element.toggleAttribute("open", before.open);
  if (before instanceof HTMLDialogElement)
    return before.open ? (element as HTMLDialogElement).showModal() : undefined;
  // The inline script repeats an early click on the old element.
  if (before instanceof HTMLButtonElement)
    return before.addEventListener("click", () => element.click());
  if (!("value" in before)) return;
  const { type } = before as Control;
  if (type === "hidden") return;
  if (isTick(type)) {
    const [wanted, now] = [before, element] as HTMLInputElement[];
    // A radio is unticked by ticking another one.
    if (wanted!.checked !== now!.checked && (wanted!.checked || type === "checkbox")) now!.click();
    return;
  }
  const property = type === "file" ? "files" : "value";
  if ((before as Control).value === (element as Control).value) return;
  // React's own setter on the element would hide this change from React.
  Reflect.set(Object.getPrototypeOf(element), property, Reflect.get(before, property), element);
  for (const event of ["input", "change"])
    element.dispatchEvent(new Event(event, { bubbles: true }));
}

function focusAs(before: HTMLElement, element: HTMLElement): void {
  element.focus({ preventScroll: true });
  const { selectionStart, selectionEnd } = before as HTMLInputElement;
  if (typeof selectionStart === "number")
    (element as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd);
}

/** Fields that were left before are now checked, as on blur (use-form-errors.ts). */
function checkChangedFields(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("input, textarea"))
    if (field.value !== field.defaultValue && field !== document.activeElement)
      field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
}
