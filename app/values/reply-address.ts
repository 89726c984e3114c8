/** Not every server carries other characters before the @ (RFC 6531); readers may decode `=?`. */
export const canBeRepliedTo = (address: string): boolean =>
  /^[\x21-\x7e]+@/.test(address) && !address.includes("=?");
