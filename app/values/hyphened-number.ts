/** `INV-0010`, `CN-0003`: a line would break at the hyphen. */
export const hyphenedNumber = String.raw`\b[A-Z\d]{1,7}[A-Z]-\d{3,10}\b`;
