import type { Partner } from '../process/bff.ts'

export type Heard = { sequence: number; kind: string; id: string }

/** Reads a partner's live stream from one process until it has enough, or the process is gone. */
export async function listen(
  baseUrl: string,
  { apiToken }: Partner,
  of: { after?: number | undefined; isOpen?: () => void; isEnough: (heard: Heard[]) => boolean },
): Promise<Heard[]> {
  const heard: Heard[] = []
  const stop = new AbortController()
  let pending = ''
  try {
    const answer = await fetch(`${baseUrl}/api/v1/xfer/utility/events/stream`, {
      headers: {
        'x-api-token': apiToken,
        ...(of.after === undefined ? {} : { 'last-event-id': String(of.after) }),
      },
      signal: stop.signal,
    })
    for await (const chunk of answer.body ?? []) {
      of.isOpen?.()
      const blocks = (pending + new TextDecoder().decode(chunk)).split('\n\n')
      pending = blocks.pop() ?? ''
      heard.push(...blocks.flatMap(read))
      if (of.isEnough(heard)) break
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  } finally {
    stop.abort()
  }
  return heard
}

function read(block: string): Heard[] {
  const [, sequence, data] = /^id: (\d+)\ndata: (.+)$/m.exec(block) ?? []
  if (sequence === undefined || data === undefined) return []
  const { kind, id } = JSON.parse(data) as { kind: string; id: string }
  return [{ sequence: Number(sequence), kind, id }]
}
