/*
 * What every public form carries beside its own fields: a box that only programs fill in, a stamp
 * that says when filling began, and a key by which a second arrival of the same form is known.
 */

export const guardNames = { trap: "leave_empty", stamp: "form_stamp", key: "form_key" } as const;

/** The shortest time in which a person fills in a form, in milliseconds; the application waits for it before it sends. */
export const minimumFillTime = 1_000;

/** Why a form was taken for a program's: the box was filled in, the stamp was not ours or too young, or it was full of links. */
export const suspicions = ["trap", "forged", "hasty", "links"] as const;
export type Suspicion = (typeof suspicions)[number];

/** How a form arrived, for the command that stores it. */
export type Arrival = { suspicion: Suspicion | null; now: Date };

export type GuardValues = { trap: string; stamp: string; key: string };

/** The guard's values among a form's or a call's; whatever is missing or no text is empty. */
export function guardOf(values: Readonly<Record<string, unknown>>): GuardValues {
  const text = (name: string) => {
    const value = values[name];
    return typeof value === "string" ? value.trim() : "";
  };
  return { trap: text(guardNames.trap), stamp: text(guardNames.stamp), key: text(guardNames.key) };
}
