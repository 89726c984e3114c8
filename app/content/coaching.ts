export const coaching = {
  heading: "Performance and Musicianship Coaching",
  intro:
    "One-to-one sessions for people who want to sing, play or speak so it carries. " +
    "Bring a song, a speech, an exam piece, an audition, or just the feeling that there's " +
    "more in you than you're letting out.",
  cards: [
    {
      title: "Vocal Mastery",
      picture: "coaching-voice",
      alt: "A singer in profile, her breath a line that becomes a wave",
      text:
        "Breath, range, stamina and tone, in your own repertoire. Safe belting, soft " +
        "endings, and exercises you'll actually do.",
    },
    {
      title: "Piano and Musicianship",
      picture: "coaching-piano",
      alt: "Hands on a keyboard",
      text:
        "Technique without strain, reading, harmony by ear, accompanying yourself, and " +
        "practice that fits a working week.",
    },
    {
      title: "Mindset and Performance",
      picture: "coaching-mindset",
      alt: "A head in profile with a sunset inside it",
      text:
        "Nerves, focus and preparation: what to do the month before, the hour before, and " +
        "in the three seconds before you begin.",
    },
    {
      title: "Embodied Integration",
      picture: "coaching-embodied",
      alt: "A dancer with open arms, a line of sound running through her",
      text:
        "Posture, movement and stillness, so body, voice and thought arrive together and " +
        "stay together under pressure.",
    },
  ],
  book: "Book a voice and piano session",
  more: "Services, prices and packages",
  others: {
    heading: "Other places to start",
    text: "Some work starts with the body, some with the words. Each has its own booking calendar.",
    embodiment: "Book embodiment and somatic work",
    presence: "Book presence and communication coaching",
  },
} as const;

export const voicePiano = {
  heading: "Voice and piano coaching",
  intro: "What we work on, how sessions run and what they cost.",
  pillars: {
    heading: "Three pillars",
    items: [
      {
        title: "Technique",
        text:
          "The mechanics of breath, voice and hands, explained once and practised until " +
          "they disappear.",
      },
      {
        title: "Musicianship",
        text:
          "Ear, rhythm, harmony, style: knowing what the music is doing, so you can " +
          "decide what to do.",
      },
      {
        title: "Presence",
        text: "Staying with the people in front of you while you do something difficult.",
      },
    ],
  },
  expertise: {
    heading: "Key expertise",
    cards: [
      {
        title: "Audition and role preparation",
        text: "Cuts, keys, style and a performance that survives the wait in the corridor.",
      },
      {
        title: "Exams and recitals",
        text: "Repertoire, general knowledge, accompaniment and the walk to the piano.",
      },
      {
        title: "Studio and screen",
        text: "Singing and speaking close to a microphone, take after take.",
      },
      {
        title: "Speaking",
        text: "Voice care, pace and silence for people who present, teach or lead.",
      },
    ],
  },
  pricing: {
    heading: "Pricing and packages",
    sessions: "Single sessions",
    packages: "Packages",
    note: "Sessions are in Toorak or online.", // sample
    book: "Book and pay online", // sample
  },
  links: {
    heading: "More",
    approach: "The embodied approach",
    resources: "Projects & Resources",
    programs: "Sessions and prices",
  },
} as const;
