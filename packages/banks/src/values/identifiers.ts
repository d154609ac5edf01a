import { createHash } from 'node:crypto'

/** The standard's own parts are shorter; what is longer would fit into no index. */
const lengthMax = 300
const headLength = 240

/**
 * A text that is kept whole where it has at most 300 characters; a longer one by its beginning and a
 * hash, so that two that differ at their end differ.
 */
export function clipped(text: string): string {
  if (text.length <= lengthMax) return text
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 32)
  return `${text.slice(0, headLength).toWellFormed()}#${hash}`
}

const noValue = /^\s*(?:NOT ?PROVIDED|NONREF|NOREF|NOT ?AVAILABLE|N\/A)\s*$/i

/** Whether it is what banks write where there is nothing. */
export const isNoValue = (text: string): boolean => noValue.test(text)

/** An id without spaces around; '' where what is written only says that there is none. */
export function identifier(text: string): string {
  const plain = text.trim()
  return plain === '' || isNoValue(plain) ? '' : clipped(plain)
}

const idMark = 'ID: '

/** An id where others have a name, so that it is never taken for one; '' where there is none. */
export const partyIdOf = (id: string): string => (id === '' ? '' : `${idMark}${id}`)

/** Whether a party is known by an id alone. LEI were once kept without a mark. */
export const isPartyId = (name: string): boolean =>
  name.startsWith(idMark) || /^[A-Z0-9]{18}\d{2}$/.test(name)
