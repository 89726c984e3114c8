import { addDays, melbourneDay } from "#app/values/calendar.ts";

export const contactPath = "/?index";
export const amebApiPath = "/functions/send-ameb-booking-email";

export const forwardedFor = (clientIp: string) => ({ "X-Forwarded-For": clientIp });

export const contactMessage = (index: number) => ({
  name: `Visitor ${index}`,
  email: `visitor-${index}@people.example`,
  message: `Do you teach adults? I am number ${index}.`,
});

export const amebEnquiry = (index: number) => ({
  studentParentName: `Family ${index}`,
  contactEmail: `family-${index}@people.example`,
  examDate: addDays(melbourneDay(new Date()), 300),
  examTime: "10:40 am",
  examBoardGrade: "AMEB Grade 5 violin",
  teacherName: "",
  serviceRequired: ["Exam Day Accompanying Only"],
});
