const uuidPattern = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i

/**
 * The id that a payment carries through all banks: the payout's uuid without hyphens, since an
 * end-to-end id has at most 35 characters.
 */
export const endToEndIdOf = (reference: string): string => reference.replaceAll('-', '')

/** The payout's uuid of an end-to-end id; '' where it is none of ours. */
export const referenceOf = (endToEndId: string): string =>
  uuidPattern.exec(endToEndId.trim())?.slice(1).join('-').toLowerCase() ?? ''
