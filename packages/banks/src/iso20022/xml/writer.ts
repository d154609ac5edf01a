const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text as it is written in XML; what XML cannot carry at all is left out. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (mark) => marks[mark] ?? '')

/** An element that is written already; bare texts are escaped wherever they are put. */
export type Element = { xml: string }
export type Part = Element | string | undefined

const write = (part: Part): string =>
  part === undefined ? '' : typeof part === 'string' ? escapeXml(part) : part.xml

export const element = (name: string, ...parts: readonly Part[]): Element => ({
  xml: `<${name}>${parts.map(write).join('')}</${name}>`,
})

/** An amount with its currency. */
export const amountElement = (name: string, currency: string, amount: string): Element => ({
  xml: `<${name} Ccy="${escapeXml(currency)}">${escapeXml(amount)}</${name}>`,
})

/** A whole message of ISO 20022, e.g. of `pain.001.001.09`. */
export const documentText = (message: string, content: Element): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}">${content.xml}</Document>\n`
