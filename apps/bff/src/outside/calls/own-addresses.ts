import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Resolve } from './resolve.ts'

/** Names and addresses at which this service itself is reached. Never throws. */
export type OwnAddresses = () => Promise<ReadonlySet<string>>

const freshMs = 60_000

/**
 * The addresses of this machine, and those that the service's name resolves to: behind a load
 * balancer the machine does not know them. Only the first call waits for a name server.
 * @param resolve must answer within a limit
 */
export function createOwnAddresses(parts: {
  baseUrl: string
  resolve: Resolve
  clock: () => number
}): OwnAddresses {
  const host = new URL(parts.baseUrl).hostname.replace(/^\[|\]$/g, '')
  let published: readonly string[] = []
  let known: ReadonlySet<string> | undefined
  let asked: { at: number; answer: Promise<ReadonlySet<string>> } | undefined

  return async () => {
    if (asked === undefined || parts.clock() - asked.at > freshMs) {
      asked = { at: parts.clock(), answer: read() }
    }
    return known ?? asked.answer
  }

  async function read(): Promise<ReadonlySet<string>> {
    if (host.includes('.') && isIP(host) === 0) {
      const found = await parts.resolve(host)
      // A name server that fails leaves what was known before.
      if (found.ok) published = found.value
    }
    const interfaces = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
    known = new Set([host, ...published, ...interfaces.map(({ address }) => address)])
    return known
  }
}
