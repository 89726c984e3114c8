import { type CsvColumns, dayCell } from "#app/values/csv.ts";
import { playingTime } from "./hours.ts";
import { countedAmount, type Quote, quoteState, quoteStateLabels } from "./model.ts";

export const quoteColumns: CsvColumns<Quote> = {
  "Client Name": ({ clientName }) => clientName,
  "Client Email": ({ clientEmail }) => clientEmail,
  "Quote Type": ({ invoiceType }) => invoiceType,
  "Event Title": ({ eventTitle }) => eventTitle,
  "Event Date": ({ eventDate }) => dayCell(eventDate),
  "Event Time": (quote) => playingTime(quote),
  "Event Location": ({ eventLocation }) => eventLocation,
  Guests: ({ guests }) => guests,
  "Total Amount": (quote) => Number(countedAmount(quote)),
  Status: (quote) => quoteStateLabels[quoteState(quote, new Date())],
  "Created At": ({ createdAt }) => createdAt,
  "Accepted On": ({ acceptedAt }) => acceptedAt,
  "Rejected On": ({ rejectedAt }) => rejectedAt,
};
