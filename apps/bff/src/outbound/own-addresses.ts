import { networkInterfaces } from 'node:os'
import { isIP } from 'node:net'
import type { Resolve } from './resolve.ts'

/** The addresses at which this service itself is reached. Never throws. */
export type OwnAddresses = () => Promise<ReadonlySet<string>>

const freshMs = 60_000

/**
 * The addresses of this machine, and those that the service's public name stands for: behind a load
 * balancer the machine does not know them.
 */
export function createOwnAddresses(parts: {
  baseUrl: string
  resolve: Resolve
  clock: () => number
}): OwnAddresses {
  const host = new URL(parts.baseUrl).hostname.replace(/^\[|\]$/g, '')
  let asked: { at: number; answer: Promise<ReadonlySet<string>> } | undefined
  let published: readonly string[] = isIP(host) === 0 ? [] : [host]

  return () => {
    if (asked === undefined || parts.clock() - asked.at > freshMs) {
      asked = { at: parts.clock(), answer: read() }
    }
    return asked.answer
  }

  async function read(): Promise<ReadonlySet<string>> {
    if (isIP(host) === 0 && host.includes('.')) {
      const found = await parts.resolve(host)
      // A name server that fails leaves what was known before.
      if (found.ok) published = found.value
    }
    const interfaces = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
    return new Set([...published, ...interfaces.map(({ address }) => address)])
  }
}
