const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** Australian Business Register, "Format of the ABN". */
export function isAbn(digits: string): boolean {
  if (!/^\d{11}$/.test(digits)) return false;
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return (sum - weights[0]!) % 89 === 0;
}

/** `51 824 753 556`; other input stays unchanged. */
export function formatAbn(digits: string): string {
  return digits.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4");
}
