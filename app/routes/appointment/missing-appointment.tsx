import { appointmentNotFoundMessage } from "#app/features/diary/public-wording.ts";
import { MyEmail } from "#app/ui/my-email.tsx";
import { PageMessage } from "#app/ui/page-message.tsx";
import type { Missing } from "./load.server.ts";

export function MissingAppointment({ state }: Missing) {
  const isUnknown = state === "not-found";
  return (
    <PageMessage
      narrow
      heading={isUnknown ? "I can't find that appointment" : "This isn't working right now"}
      message={isUnknown ? appointmentNotFoundMessage : "Please try again in a moment."}
    >
      <p>
        Any questions? Email <MyEmail />.
      </p>
    </PageMessage>
  );
}
