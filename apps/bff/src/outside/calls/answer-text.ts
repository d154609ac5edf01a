import type { IncomingHttpHeaders } from 'node:http'

const textBytesMax = 4 * 1_024
const headerLengthMax = 200
/** Headers that help to find out why a receiver refuses; others may hold secrets of its own. */
const shown = ['content-type', 'content-length', 'retry-after', 'server', 'date', 'location']

/** Control characters but tab and line feed, and the marks that turn the direction of a text. */
const hidden = /[^\P{Cc}\t\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** The first 4 KiB of an answer as harmless text; what is not UTF-8 becomes U+FFFD. */
export function bodyText(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, textBytesMax)).replace(hidden, '')
  const kept = Buffer.from(text)
  if (kept.length <= textBytesMax) return text
  // Replacement characters take three bytes for one; a character that the cut divides goes.
  return new TextDecoder().decode(kept.subarray(0, textBytesMax), { stream: true })
}

export function shownHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    shown.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string'
        ? [[name, value.replace(hidden, '').slice(0, headerLengthMax)]]
        : []
    }),
  )
}
