/** `tel:+61491570006` for `+61 491 570 006`. */
export const phoneLink = (phone: string) => `tel:${phone.replace(/[^+\d]/g, "")}`;
