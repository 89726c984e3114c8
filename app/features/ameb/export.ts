import { type CsvColumns, dayCell } from "#app/values/csv.ts";
import { type AmebBooking, amebStatusLabels } from "./model.ts";

export const bookingColumns: CsvColumns<AmebBooking> = {
  "Client Name": ({ studentParentName }) => studentParentName,
  Email: ({ contactEmail }) => contactEmail,
  "Exam Date": ({ examDate }) => dayCell(examDate),
  "Exam Time": ({ examTime }) => examTime,
  Venue: ({ examVenue }) => examVenue,
  "Board and Grade": ({ examBoardGrade }) => examBoardGrade,
  Teacher: ({ teacherName }) => teacherName,
  Candidate: ({ candidateName }) => candidateName,
  Works: ({ works }) => works,
  Services: ({ serviceRequired }) => serviceRequired.join(", "),
  "Rehearsal Minutes": ({ rehearsalMinutes }) => rehearsalMinutes,
  "Rehearsal Date": ({ rehearsalDate }) => dayCell(rehearsalDate),
  "Rehearsal Time": ({ rehearsalTime }) => rehearsalTime?.slice(0, 5) ?? null,
  Notes: ({ notes }) => notes,
  Status: ({ status }) => amebStatusLabels[status],
  "Inquired On": ({ createdAt }) => createdAt,
};
