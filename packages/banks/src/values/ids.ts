const uuidPattern = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i

/**
 * The id that a payment carries through all banks: the payout's uuid without hyphens, since an
 * end-to-end id has at most 35 characters.
 */
export const endToEndIdOf = (reference: string): string => reference.replaceAll('-', '')

/** The payout's uuid of an end-to-end id; '' where it is none of ours. */
export const referenceOf = (endToEndId: string): string =>
  uuidPattern.exec(endToEndId.trim())?.slice(1).join('-').toLowerCase() ?? ''

/** What banks write where they have no id. */
const noId = /^(not ?provided|notprv|not ?available|none?|n\/?a|unknown|nil|[-.0xX*?]+)$/i

/** An id that a bank gives, without spaces around; '' where it only fills the place of one. */
export function givenId(text: string): string {
  const id = text.trim()
  return noId.test(id) ? '' : id
}
