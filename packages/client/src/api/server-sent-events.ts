/** One block of an event stream; members that it did not have are left out. */
export type ServerSentEvent = { id?: string; data?: string; retryMs?: number }

/** Puts the pieces of an event stream (WHATWG HTML, 9.2.6) together again. */
export function createEventParser(): (piece: string) => ServerSentEvent[] {
  let rest = ''
  let block: string[] = []

  return (piece) => {
    const found: ServerSentEvent[] = []
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line !== '') {
        block.push(line)
        continue
      }
      const event = eventOf(block)
      if (Object.keys(event).length > 0) found.push(event)
      block = []
    }
    return found
  }
}

function eventOf(lines: readonly string[]): ServerSentEvent {
  const event: ServerSentEvent = {}
  const data: string[] = []
  for (const line of lines) {
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    if (field === 'data') data.push(value)
    if (field === 'id' && !value.includes('\0')) event.id = value
    if (field === 'retry' && /^\d{1,9}$/.test(value)) event.retryMs = Number(value)
  }
  return data.length > 0 ? { ...event, data: data.join('\n') } : event
}
