// Written by scripts/icons.ts; do not edit.
// Drawings: Lucide, ISC License, © Lucide Icons and Contributors.
import { drawn } from "./icon.tsx";

export const Activity = drawn(<><path d="M22 12h-2.48a2 2 0 0 0-1.93 1.46l-2.35 8.36a.25.25 0 0 1-.48 0L9.24 2.18a.25.25 0 0 0-.48 0l-2.35 8.36A2 2 0 0 1 4.49 12H2"/></>);
export const ArrowDown = drawn(<><path d="M12 5v14m7-7l-7 7l-7-7"/></>);
export const ArrowLeft = drawn(<><path d="m12 19l-7-7l7-7m7 7H5"/></>);
export const ArrowRight = drawn(<><path d="M5 12h14m-7-7l7 7l-7 7"/></>);
export const ArrowUp = drawn(<><path d="m5 12l7-7l7 7m-7 7V5"/></>);
export const CalendarDays = drawn(<><path d="M8 2v3m8-3v3"/><rect width="18" height="18" x="3" y="3" rx="2"/><path d="M3 9h18M8 13h.01M12 13h.01M16 13h.01M8 17h.01M12 17h.01M16 17h.01"/></>);
export const ChevronDown = drawn(<><path d="m6 9l6 6l6-6"/></>);
export const ChevronLeft = drawn(<><path d="m15 18l-6-6l6-6"/></>);
export const ChevronRight = drawn(<><path d="m9 18l6-6l-6-6"/></>);
export const ChevronUp = drawn(<><path d="m18 15l-6-6l-6 6"/></>);
export const ChevronsUpDown = drawn(<><path d="m7 15l5 5l5-5M7 9l5-5l5 5"/></>);
export const Clock = drawn(<><circle cx="12" cy="12" r="10"/><path d="M12 6v6l4 2"/></>);
export const FileText = drawn(<><path d="M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z"/><path d="M14 2v5a1 1 0 0 0 1 1h5M10 9H8m8 4H8m8 4H8"/></>);
export const Globe = drawn(<><circle cx="12" cy="12" r="10"/><path d="M12 2a14.5 14.5 0 0 0 0 20a14.5 14.5 0 0 0 0-20M2 12h20"/></>);
export const House = drawn(<><path d="M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8"/><path d="M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z"/></>);
export const Inbox = drawn(<><path d="M22 12h-6l-2 3h-4l-2-3H2"/><path d="M5.45 5.11L2 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11"/></>);
export const LayoutTemplate = drawn(<><rect width="18" height="7" x="3" y="3" rx="1"/><rect width="9" height="7" x="3" y="14" rx="1"/><rect width="5" height="7" x="16" y="14" rx="1"/></>);
export const Menu = drawn(<><path d="M4 5h16M4 12h16M4 19h16"/></>);
export const Music = drawn(<><path d="M9 18V5l12-2v13"/><circle cx="6" cy="18" r="3"/><circle cx="18" cy="16" r="3"/></>);
export const Newspaper = drawn(<><path d="M15 18h-5m8-4h-8m-6 8h16a2 2 0 0 0 2-2V4a2 2 0 0 0-2-2H8a2 2 0 0 0-2 2v16a2 2 0 0 1-4 0v-9a2 2 0 0 1 2-2h2"/><rect width="8" height="4" x="10" y="6" rx="1"/></>);
export const Plus = drawn(<><path d="M5 12h14m-7-7v14"/></>);
export const Search = drawn(<><path d="m21 21l-4.34-4.34"/><circle cx="11" cy="11" r="8"/></>);
export const Send = drawn(<><path d="M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0 0-.635-.635l-19 6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11zm7.318-19.539l-10.94 10.939"/></>);
export const SunMoon = drawn(<><path d="M12 2v2m2.837 12.385a6 6 0 1 1-7.223-7.222c.624-.147.97.66.715 1.248a4 4 0 0 0 5.26 5.259c.589-.255 1.396.09 1.248.715M16 12a4 4 0 0 0-4-4m7-3l-1.256 1.256M20 12h2"/></>);
export const Tags = drawn(<><path d="M13.172 2a2 2 0 0 1 1.414.586l6.71 6.71a2.4 2.4 0 0 1 0 3.408l-4.592 4.592a2.4 2.4 0 0 1-3.408 0l-6.71-6.71A2 2 0 0 1 6 9.172V3a1 1 0 0 1 1-1zM2 7v6.172a2 2 0 0 0 .586 1.414l6.71 6.71a2.4 2.4 0 0 0 3.191.193"/><circle cx="10.5" cy="6.5" r=".5" fill="currentColor"/></>);
export const Users = drawn(<><path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M16 3.128a4 4 0 0 1 0 7.744M22 21v-2a4 4 0 0 0-3-3.87"/><circle cx="9" cy="7" r="4"/></>);
export const Wallet = drawn(<><path d="M19 7V4a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v4h-3a2 2 0 0 0 0 4h3a1 1 0 0 0 1-1v-2a1 1 0 0 0-1-1"/><path d="M3 5v14a2 2 0 0 0 2 2h15a1 1 0 0 0 1-1v-4"/></>);
export const X = drawn(<><path d="M18 6L6 18M6 6l12 12"/></>);
