/** The calendars of a site whose visitors book elsewhere, as its words name them. */
export const calendarAddresses = {
  links: {
    bookNow: "https://book.breath-and-key.example/",
    discovery: "https://calendar.breath-and-key.example/discovery-30-min?embed=1",
    audition: "https://book.breath-and-key.example/?category=Audition%20Cut",
  },
  schedulers: {
    voicePiano: "https://book.breath-and-key.example/?category=Voice%20%2B%20Piano",
    embodiment:
      "https://book.breath-and-key.example/?category=Healing%20%2B%20Body-Voice%20Integration",
    presence: "https://presence.breath-and-key.example/",
  },
};
