import {
  removeSession,
  removeVenue,
  saveSession,
  saveVenue,
  saveVenueTravel,
} from "#app/features/ameb/places.server.ts";
import { sessionSchema, venueSchema, venueTravelSchema } from "#app/features/ameb/places-schema.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { answerForms, formAction } from "#app/routes/admin/form-actions.server.ts";
import { travelOf } from "#app/values/travel.ts";

const gone = (what: string) => ({
  ok: false,
  message: `Not saved: this ${what} was removed meanwhile.`,
  status: 404,
});

/** `id`: of the session or venue that changes; empty for a new one. */
export const saveSeasonSetup = answerForms({
  session: formAction({
    schema: sessionSchema,
    failure: "Failed to save the session.",
    async run({ db, by, input: { sessionName, ...days }, values }) {
      const session = { id: values.id || null, key: guardOf(values).key };
      const isSaved = await saveSession(db, by, {
        ...session,
        values: { name: sessionName, ...days },
      });
      return isSaved ? { ok: true, message: "Session saved." } : gone("session");
    },
  }),
  "remove-session": formAction({
    failure: "Failed to remove the session.",
    async run({ db, by, values }) {
      await removeSession(db, by, values.id ?? "");
      return { ok: true, message: "Session removed." };
    },
  }),
  venue: formAction({
    schema: venueSchema,
    failure: "Failed to save the venue.",
    async run({ db, by, input: { venueName, address }, values }) {
      const venue = { id: values.id || null, key: guardOf(values).key };
      const isSaved = await saveVenue(db, by, { ...venue, values: { name: venueName, address } });
      return isSaved ? { ok: true, message: "Venue saved." } : gone("venue");
    },
  }),
  "remove-venue": formAction({
    failure: "Failed to remove the venue.",
    async run({ db, by, values }) {
      await removeVenue(db, by, values.id ?? "");
      return { ok: true, message: "Venue removed." };
    },
  }),
  travel: formAction({
    schema: venueTravelSchema,
    failure: "Failed to save the minutes.",
    async run({ db, by, input: { from, to, minutes } }) {
      const isSaved = await saveVenueTravel(db, by, { from, to, minutes: travelOf(minutes) });
      return isSaved ? { ok: true, message: "Minutes saved." } : gone("venue");
    },
  }),
});
