/** A record with those that continue it. */
export type Record = {
  /** 01, 02, 03, 16, 49, 98, 99. */
  code: string
  /** What stands behind the code, one line for each record. */
  lines: string[]
}

/** Stands where a record is continued: a separator of fields, and a space in texts. */
const continued = '\u0001'
const recordStart = /^\s*(01|02|03|16|49|88|98|99),(.*)$/
/** No record of an honest file is continued more often. */
const linesMax = 1_000

/** Puts records together with those that continue them (88). */
export function createRecords() {
  let open: Record | undefined
  return { push, end }

  function push(text: string): Record[] {
    const [, code, rest = ''] = recordStart.exec(text) ?? []
    if (code !== undefined && code !== '88') {
      const found = end()
      open = { code, lines: [rest] }
      return found
    }
    // A line of a text that a program broke has no code of its own.
    if (open && open.lines.length < linesMax)
      open.lines.push(code === undefined ? text.trim() : rest)
    return []
  }

  function end(): Record[] {
    const found = open ? [open] : []
    open = undefined
    return found
  }
}

/** The fields of a record, one after the other. */
export function createFields({ lines }: Record) {
  let rest = lines.map((line) => line.replace(/\s*\/\s*$/, '')).join(continued)
  let isEnd = false
  return { next, text, isAtEnd: () => isEnd }

  function next(): string {
    if (isEnd) return ''
    const at = rest.search(/[,\u0001]/)
    const field = at < 0 ? rest : rest.slice(0, at)
    isEnd = at < 0
    rest = at < 0 ? '' : rest.slice(at + 1)
    return field.trim()
  }

  /** All that is left, commas in it. */
  function text(): string {
    isEnd = true
    return rest.replaceAll(continued, ' ').replace(/\s+/g, ' ').trim()
  }
}

export type Fields = ReturnType<typeof createFields>

/** When what was credited can be used: '' where it does not say, or says it in parts. */
export function readFunds(fields: Fields): string {
  const type = fields.next()
  if (type === 'V') {
    const day = fields.next()
    fields.next()
    return day
  }
  const parts = type === 'S' ? 3 : type === 'D' ? Number(fields.next()) * 2 : 0
  for (let at = 0; at < Math.min(parts, 200); at += 1) fields.next()
  return ''
}

/** An amount in the currency's smallest unit; undefined where it is none. */
export function amountOf(text: string): bigint | undefined {
  const [, sign = '', digits = ''] = /^([+-]?)(\d{1,18})$/.exec(text) ?? []
  return digits === '' ? undefined : BigInt(sign === '-' ? `-${digits}` : digits)
}
