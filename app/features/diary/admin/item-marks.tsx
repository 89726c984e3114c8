import { Badge } from "#app/ui/badge.tsx";
import type { DiaryItem } from "./agenda.ts";

type Marked = Pick<DiaryItem, "state" | "clashes" | "needsLink">;

export function marksOf({ state, clashes, needsLink }: Marked) {
  return [
    ...(clashes ? [{ text: "Clash", tone: "bad" } as const] : []),
    ...(state === "requested" ? [{ text: "To answer", tone: "waiting" } as const] : []),
    ...(needsLink ? [{ text: "No link yet", tone: "bad" } as const] : []),
    ...(state === "held" ? [{ text: "Being paid", tone: "waiting" } as const] : []),
    ...(state === "no-show" ? [{ text: "No-show", tone: "bad" } as const] : []),
  ];
}

export function ItemMarks(marked: Marked) {
  return marksOf(marked).map(({ text, tone }) => (
    <Badge key={text} tone={tone}>
      {text}
    </Badge>
  ));
}
