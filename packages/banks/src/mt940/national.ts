import { type Information, readInformation } from './information.ts'

/**
 * Field NS, which older banks write in place of field 86: two digits before each line say what it is.
 * 01 to 14 are what was written, 15 and 16 a name, 33 a bank and 34 an account.
 */
export function readNational(text: string): Information {
  const lines = text.split('\n').map((line) => ({ tag: line.slice(0, 2), value: line.slice(2) }))
  const all = (wanted: RegExp) =>
    lines
      .filter(({ tag }) => wanted.test(tag))
      .map(({ value }) => value.trim())
      .filter((value) => value !== '')
      .join(' ')
  return {
    ...readInformation(''),
    written: all(/^(?:0\d|1[0-4])$/),
    name: all(/^1[56]$/),
    agent: all(/^33$/),
    account: all(/^34$/),
  }
}
