import type { Partner } from '../process/bff.ts'

export type LiveEvent = { sequence: number; kind: string; id: string }

/** Reads a partner's live stream from one process until it has enough, or the process is gone. */
export async function listen(
  baseUrl: string,
  { apiToken }: Partner,
  options: {
    after?: number | undefined
    isOpen?: () => void
    isEnough: (received: LiveEvent[]) => boolean
  },
): Promise<LiveEvent[]> {
  const received: LiveEvent[] = []
  const stop = new AbortController()
  let pending = ''
  try {
    const answer = await fetch(`${baseUrl}/api/v1/xfer/utility/events/stream`, {
      headers: {
        'x-api-token': apiToken,
        ...(options.after === undefined ? {} : { 'last-event-id': String(options.after) }),
      },
      signal: stop.signal,
    })
    for await (const chunk of answer.body ?? []) {
      options.isOpen?.()
      const blocks = (pending + new TextDecoder().decode(chunk)).split('\n\n')
      pending = blocks.pop() ?? ''
      received.push(...blocks.flatMap(read))
      if (options.isEnough(received)) break
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  } finally {
    stop.abort()
  }
  return received
}

function read(block: string): LiveEvent[] {
  const [, sequence, data] = /^id: (\d+)\ndata: (.+)$/m.exec(block) ?? []
  if (sequence === undefined || data === undefined) return []
  const { kind, id } = JSON.parse(data) as { kind: string; id: string }
  return [{ sequence: Number(sequence), kind, id }]
}
