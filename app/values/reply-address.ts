/**
 * Whether an email can ask for answers to this address: not every server carries other characters before the @
 * (RFC 6531), and some mail readers decode encoded words within an address.
 */
export const canBeRepliedTo = (address: string): boolean =>
  /^[\x21-\x7e]+@/.test(address) && !address.includes("=?");
