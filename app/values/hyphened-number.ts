/** `INV-0010`, `CN-0003`: numbers of invoices with a hyphen, at which a line would break. */
export const hyphenedNumber = String.raw`\b[A-Z\d]{1,7}[A-Z]-\d{3,10}\b`;
