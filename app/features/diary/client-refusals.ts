import type { CancelResult } from "./cancel.server.ts";
import type { MoveResult } from "./move.server.ts";

type Refusal = Exclude<MoveResult | CancelResult, { ok: true }>["reason"];

export const clientRefusals: Record<Exclude<Refusal, "not-found" | "closed">, string> = {
  changed: "This appointment has changed since you opened the page. Here is how it stands now.",
  "by-owner": "Please get in touch to move this one.",
  taken: "Somebody was a moment quicker. You still have your old time; please choose another.",
  overlaps: "Somebody was a moment quicker. You still have your old time; please choose another.",
  past: "It's too late to book that time online. You still have your old time.",
  outside: "That time isn't on offer. You still have your old time.",
};
