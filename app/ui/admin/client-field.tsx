import {
  type ChangeEvent,
  type ComponentProps,
  type KeyboardEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Field } from "#app/ui/fields.tsx";
import { Suggestions } from "./fields.tsx";
import { clientsMeant, type KnownClient, addressed } from "#app/values/known-clients.ts";

const mostShown = 6;
const listClass =
  "absolute inset-x-0 top-full z-20 max-h-72 overflow-y-auto rounded-sm border border-line bg-surface";
const optionClass = [
  "block w-full cursor-pointer px-3 py-2 text-left wrap-anywhere aria-selected:bg-raised hover:bg-raised",
  "pointer-coarse:py-3",
].join(" ");

type ClientFieldProps = ComponentProps<typeof Field> & {
  clients: readonly KnownClient[];
  emailName: string;
};

/** A combobox of known people (WAI-ARIA 1.2); without scripts the browser's own list. */
export function ClientField({ clients, emailName, ...field }: ClientFieldProps) {
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<KnownClient | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [moved, setMoved] = useState<number | null>(null);
  const meant = clientsMeant(clients, typed).slice(0, mostShown);
  const isShown = isOpen && meant.length > 0;
  // Enter takes the only match; of several, none before an arrow key has chosen it.
  const active = moved ?? (meant.length === 1 ? 0 : -1);

  const emailField = () => {
    const found = input.current?.form?.elements.namedItem(emailName);
    return found instanceof HTMLInputElement ? found : null;
  };
  const choose = (client: KnownClient) => {
    input.current!.value = client.name;
    const email = emailField();
    if (email) email.value = client.email;
    setTyped(client.name);
    setChosen(client);
    setOpen(false);
  };
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    setTyped(currentTarget.value);
    setOpen(true);
    setMoved(null);
    if (!chosen) return;
    // Clears the email of a person who is no longer named.
    const email = emailField();
    if (email?.value === chosen.email) email.value = "";
    setChosen(null);
  };
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape" && isShown) setOpen(false);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      setOpen(true);
      const last = meant.length - 1;
      const next = active + step;
      setMoved(next < 0 ? last : next > last ? 0 : next);
    } else if (event.key === "Enter" && isShown && meant[active]) choose(meant[active]);
    else return;
    event.preventDefault();
  };
  return (
    <div className="relative">
      <Field
        {...field}
        hint={isShown ? undefined : field.hint}
        ref={input}
        autoComplete="off"
        onChange={type}
        onKeyDown={move}
        onBlur={() => setOpen(false)}
        {...(isHydrated
          ? {
              role: "combobox",
              "aria-autocomplete": "list",
              "aria-expanded": isShown,
              "aria-controls": listId,
              "aria-activedescendant": isShown && active >= 0 ? `${listId}-${active}` : undefined,
            }
          : { list: `${listId}-plain` })}
      />
      {!isHydrated && <Suggestions id={`${listId}-plain`} values={clients.map(addressed)} />}
      <div
        id={listId}
        role="listbox"
        aria-label="People you know"
        hidden={!isShown}
        className={listClass}
        // Keeps the focus in the field.
        onPointerDown={(event) => event.preventDefault()}
      >
        {meant.map((client, index) => (
          <button
            key={client.email}
            id={`${listId}-${index}`}
            type="button"
            tabIndex={-1}
            role="option"
            aria-selected={index === active}
            className={optionClass}
            onClick={() => choose(client)}
          >
            {client.name} <span className="text-soft">{client.email}</span>
          </button>
        ))}
      </div>
      <p role="status" className="font-semibold empty:hidden">
        {typed.trim() && !chosen && meant.length === 0 && "New client"}
      </p>
    </div>
  );
}
