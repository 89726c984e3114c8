/** What the owner's diary is sent, all of it valid. */
export const diaryRequests = (id: string): [path: string, fields: Record<string, unknown>][] => [
  [
    "/admin/diary/new",
    {
      kind: "appointment",
      clientName: "Ada",
      clientEmail: "ada@client.example",
      title: "Lesson",
      minutes: "60",
      price: "95",
      place: "studio",
      day: "2090-03-02",
      time: "10:00",
      anyway: "yes",
    },
  ],
  ["/admin/diary/new", { kind: "away", day: "2090-03-02", untilDay: "2090-03-04" }],
  ["/admin/diary", { id, intent: "confirm", version: "1" }],
  [`/admin/diary/${id}`, { intent: "move", version: "1", day: "2090-03-02", time: "11:00" }],
  [`/admin/diary/${id}`, { intent: "cancel", version: "1", reason: "A cold" }],
];
