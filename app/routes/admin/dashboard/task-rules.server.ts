import { cutOff } from "#app/features/ameb/model.ts";
import type { TaskRules } from "#app/features/dashboard/task-group.server.ts";
import { balanceDueDay } from "#app/features/quotes/model.ts";
import { acceptedPrice, playingTime } from "#app/features/quotes/pricing.ts";

export const taskRules: TaskRules = {
  cutOff,
  balanceOf(quote) {
    const due = balanceDueDay(quote);
    return due === null ? null : { amount: acceptedPrice(quote).balance, due };
  },
  hoursOf: (quote) => playingTime(quote),
};
