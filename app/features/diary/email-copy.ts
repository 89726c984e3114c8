import { content } from "#app/content/content.ts";
import type { StandardEmail } from "#app/features/email/templates.ts";
import type { DiaryChange } from "./model.ts";

type AppointmentEmail = DiaryChange | "reminder";

/** In the order in which a client gets them. The owner's template of the same name replaces each. */
export function appointmentEmails(): Record<AppointmentEmail, StandardEmail> {
  const { person, replyTime } = content().site;
  return {
    requested: {
      name: "Appointment requested",
      when: "When a client asks for a time that you confirm first",
      subject: "Your request: {{service}} on {{appointment_date}}",
      body: `Hi {{first_name}},

Thanks for asking. I'm keeping this time for you, and I'll confirm by email, usually within \
${replyTime}. It isn't booked until then.

{{details}}

{{how_to_change}}

${person}`,
    },
    confirmed: {
      name: "Appointment confirmed",
      when: "When you confirm a request",
      subject: "Confirmed: {{service}} on {{appointment_date}}",
      body: `Hi {{first_name}},

Your time is confirmed, and I look forward to it. To put it in your calendar, open the invitation \
that comes with this email.

{{details}}

{{how_to_change}}

${person}`,
    },
    booked: {
      name: "Appointment booked",
      when: "When a time is booked, by either of you",
      subject: "You're booked: {{service}} on {{appointment_date}}",
      body: `Hi {{first_name}},

You're booked, and I look forward to it. To put it in your calendar, open the invitation that comes \
with this email.

{{details}}

{{how_to_change}}

${person}`,
    },
    reminder: {
      name: "Appointment reminder",
      when: "24 hours before a session",
      subject: "A reminder: {{service}} on {{appointment_date}}",
      body: `Hi {{first_name}},

It's nearly time. Here are the details again:

{{details}}

{{how_to_change}}

See you soon,
${person}`,
    },
    moved: {
      name: "Appointment moved",
      when: "When it is moved, by either of you",
      subject: "New time: {{service}} on {{appointment_date}}",
      body: `Hi {{first_name}},

{{reason}}

Here's the new time for your appointment:

{{details}}
Before: {{when_before}}

To update your calendar, open the invitation that comes with this email. {{how_to_change}}

${person}`,
    },
    changed: {
      name: "Appointment changed",
      when: "When you change what it is, where or how long, and tell your client",
      subject: "Changed: {{service}} on {{appointment_date}}",
      body: `Hi {{first_name}},

I've made a change to your appointment. Here's how it stands now:

{{details}}

To update your calendar, open the invitation that comes with this email. {{how_to_change}}

${person}`,
    },
    cancelled: {
      name: "Appointment cancelled",
      when: "When it is cancelled, by either of you",
      subject: "Cancelled: {{service}} on {{appointment_date}}",
      body: `Hi {{first_name}},

{{cancellation}}

{{service}}
{{when}}

{{reason}}

The invitation that comes with this email takes it out of your calendar. If you'd like another time, \
choose one below or just reply.

${person}`,
    },
    declined: {
      name: "Appointment declined",
      when: "When a request isn't taken",
      subject: "About your request: {{service}} on {{appointment_date}}",
      body: `Hi {{first_name}},

Thanks for asking. I'm sorry, I can't do this time:

{{service}}
{{when}}

{{reason}}

Please choose another one below, or just reply and we'll find one together.

${person}`,
    },
  };
}
