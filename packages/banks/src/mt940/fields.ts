/** A field of a message, its lines below each other. END: the message ends. BLOCK2: its envelope. */
export type Field = { tag: string; text: string }

const fieldStart = /^:(\d{2}[A-Z]?|NS):(.*)$/
/** Banks end a message with a hyphen, some with their own sign behind it. */
const messageEnd = /^-(?:\}.*|X{3})?\s*$/
const envelopeStart = /^\s*\{[1-5]:/

/** No field of an honest message has more lines. */
const linesMax = 200

/** Puts together the fields of messages from their lines. */
export function createFields() {
  let tag = ''
  let lines: string[] = []
  return { push, end }

  function push(line: string): Field[] {
    const text = line.replace(/^\uFEFF/, '')
    if (envelopeStart.test(text)) return envelope(text)
    if (messageEnd.test(text)) return [...end(), { tag: 'END', text: '' }]
    const [, nextTag, rest = ''] = fieldStart.exec(text) ?? []
    if (nextTag !== undefined) {
      const found = end()
      tag = nextTag
      lines = [rest]
      return found
    }
    // What stands before the first field is the bank's own.
    if (tag !== '' && lines.length < linesMax) lines.push(text)
    return []
  }

  function end(): Field[] {
    if (tag === '') return []
    const field = { tag, text: lines.join('\n') }
    tag = ''
    return [field]
  }

  function envelope(text: string): Field[] {
    const found: Field[] = [...end(), { tag: 'END', text: '' }]
    const block2 = /\{2:([^}]*)\}/.exec(text)?.[1]
    if (block2 !== undefined) found.push({ tag: 'BLOCK2', text: block2 })
    const inside = /\{4:\s*(.*)$/.exec(text)?.[1] ?? ''
    return inside === '' ? found : [...found, ...push(inside)]
  }
}
