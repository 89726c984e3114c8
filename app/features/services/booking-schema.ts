import * as z from "zod/mini";
import { normalisePhone } from "#app/features/auth/model.ts";
import { emailAddress, emptyOr, longText, text } from "#app/values/rules.ts";

export const bookingLimits = { name: 100, note: 1000, address: 200 };

const optionalPhone = emptyOr(
  (typed) => normalisePhone(typed) !== null,
  "Enter a mobile number such as 0491 570 006, or leave it empty.",
  normalisePhone,
);

/** @param comesToYou the session is at the client's place, so the form asks for it */
export const bookingSchema = ({ comesToYou }: { comesToYou: boolean }) =>
  z.object({
    name: text({
      min: [2, "Name must be at least 2 characters."],
      max: [bookingLimits.name, `Name must not be longer than ${bookingLimits.name} characters.`],
    }),
    email: emailAddress("Please enter a valid email address."),
    student: text({
      max: [bookingLimits.name, `Name must not be longer than ${bookingLimits.name} characters.`],
    }),
    address: text({
      ...(comesToYou && { min: [5, "Please tell me where I'm coming to."] }),
      max: [
        bookingLimits.address,
        `The address must not be longer than ${bookingLimits.address} characters.`,
      ],
    }),
    phone: optionalPhone,
    note: longText({
      max: [bookingLimits.note, `Please keep it under ${bookingLimits.note} characters.`],
    }),
  });
