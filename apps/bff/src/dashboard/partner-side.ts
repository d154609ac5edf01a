import type { Hono } from 'hono'
import { Refusal } from '../api/request/refusal.ts'
import type { Deps } from '../ports/deps.ts'
import type { ConsoleKeys } from '../modules/access/keys/console-keys.ts'

export type PartnerRequest = {
  method: string
  /** Path and query below the origin, as the browser wrote them. */
  path: string
  headers: Record<string, string>
  body?: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined
  signal?: AbortSignal | undefined
}

/** The partner API as the dashboard reaches it, with the console key of one partner. */
export type PartnerSide = {
  send(partnerId: string, request: PartnerRequest): Promise<Response>
}

const upstreamTimeoutMs = 30_000

/** In this process: no network in between. */
export function partnerInProcess(
  deps: Pick<Deps, 'config'>,
  keys: ConsoleKeys,
  partnerApi: Hono,
): PartnerSide {
  return {
    send: async (partnerId, request) => {
      const key = await keys.of(partnerId)
      if (key === undefined) throw unavailable()
      const answer = await sendWith(key, request)
      if (answer.status !== 401) return answer
      // The key may have been rotated a moment ago; a refused one has done nothing, and read nothing.
      const newer = await keys.after(partnerId, key)
      return newer === undefined ? answer : sendWith(newer, request)
    },
  }

  async function sendWith(key: string, { path, headers, ...init }: PartnerRequest) {
    const request = new Request(deps.config.BASE_URL + path, {
      ...bare(init),
      headers: { ...headers, 'x-api-token': key },
    })
    return partnerApi.fetch(request)
  }
}

/** On another instance, over HTTP. Its streams last; everything else has 30 seconds to begin. */
export function partnerUpstream(upstream: { url: string; token: string }): PartnerSide {
  return {
    send: async (_partnerId, { path, headers, signal, ...init }) => {
      const begun = new AbortController()
      const timer = setTimeout(() => begun.abort(), upstreamTimeoutMs)
      try {
        return await fetch(upstream.url + path, {
          ...bare(init),
          headers: { ...headers, 'x-api-token': upstream.token },
          redirect: 'manual',
          signal: signal ? AbortSignal.any([signal, begun.signal]) : begun.signal,
        })
      } catch (error) {
        if (signal?.aborted) throw error
        throw unavailable()
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

export const unavailable = () =>
  new Refusal('PROVIDER_UNAVAILABLE', 'The partner API cannot be reached now. Try again.')

/** Members that are undefined are left out: some of them mean something else then. */
function bare({ method, body, signal }: Pick<PartnerRequest, 'method' | 'body' | 'signal'>) {
  const sent = body && { body, ...(body instanceof ReadableStream && { duplex: 'half' as const }) }
  return { method, ...sent, ...(signal && { signal }) }
}
