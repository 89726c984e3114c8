import type { CsvColumns } from "#app/values/csv.ts";
import type { Client } from "./model.ts";

export const clientColumns: CsvColumns<Client> = {
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  "Last Contact": ({ lastContact }) => lastContact,
  Messages: ({ messages }) => messages,
  Quotes: ({ quotes }) => quotes,
  "AMEB Bookings": ({ exams }) => exams,
  Appointments: ({ appointments }) => appointments,
  Invoices: ({ invoices }) => invoices,
  Open: ({ open }) => open,
};
