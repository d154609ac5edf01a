/* oxlint-disable unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin */
import type { QueryClient } from '@tanstack/react-query'
import { accounts } from '../call.ts'
import { batchRoots, type LiveMessage } from './messages.ts'
import { type LiveState, liveState, setLiveState } from './state.ts'
import { keepStreamOpen, type Stream } from './stream.ts'
import { staff } from '../staff.ts'

type Shared =
  | { type: 'message'; message: LiveMessage }
  | { type: 'state'; state: LiveState }
  | { type: 'gap' }
  | { type: 'hello' }

const name = 'corridor-live'
const pollMs = 15_000
const pollHiddenMs = 60_000
const pauseAfterHiddenMs = 30 * 60_000
const failuresBeforePolling = 2

/** Countries and networks, which every page reads and which hardly ever change. */
const isReference = ([, , operation]: readonly unknown[]) =>
  operation === `GET ${accounts.listJurisdictions.path}`

/**
 * Live updates for this tab until the returned function is called. Of all tabs of the browser the one that holds
 * the lock has the stream and shares what it receives; when it goes, the next one takes over.
 */
export function startLive(queries: QueryClient): () => void {
  const ended = new AbortController()
  const channel = new BroadcastChannel(name)
  const isAmong = (roots: ReadonlySet<string>) => (query: { queryKey: readonly unknown[] }) =>
    roots.has(String(query.queryKey[0]))
  const onMessage = batchRoots((roots) => {
    void queries.invalidateQueries({ predicate: isAmong(roots) })
  })
  const refetchAll = () => {
    void queries.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'session' })
  }

  /** What was read before the stream was there may have changed in between; no message would have reported it. */
  const refetchRead = () => {
    void queries.invalidateQueries({
      predicate: ({ queryKey, state }) =>
        queryKey[0] !== 'session' && !isReference(queryKey) && state.data !== undefined,
    })
  }

  let leads = false
  let stream: Stream | undefined
  /** What the stream is in; a device without network shows that instead. */
  let streamState: LiveState = 'connecting'
  const show = (state: LiveState) => {
    streamState = state
    setLiveState(navigator.onLine ? state : 'offline')
  }
  const receive = (shared: Shared) => {
    if (shared.type === 'message') onMessage(shared.message)
    else if (shared.type === 'state') show(shared.state)
    else if (shared.type === 'gap') refetchAll()
    else if (leads) channel.postMessage({ type: 'state', state: streamState } satisfies Shared)
  }
  const publish = (shared: Shared) => {
    channel.postMessage(shared)
    receive(shared)
  }
  channel.addEventListener('message', (event: MessageEvent<Shared>) => receive(event.data))
  channel.postMessage({ type: 'hello' } satisfies Shared)

  const lead = () => {
    if (ended.signal.aborted) return Promise.resolve()
    leads = true
    stream = keepStreamOpen(
      '/bff/events',
      {
        onMessage: (message) => publish({ type: 'message', message }),
        onOpen: (afterGap) => {
          publish({ type: 'state', state: 'connected' })
          if (afterGap) publish({ type: 'gap' })
          else refetchRead()
        },
        onFailure: (failures) => {
          // A stream ends with its session: the refusal of this brings the overlay, and nothing else does anything.
          if (failures === 1) staff.session().catch(() => undefined)
          publish({
            type: 'state',
            state: failures > failuresBeforePolling ? 'polling' : 'reconnecting',
          })
        },
      },
      ended.signal,
    )
    // The lock is held as long as this promise is open.
    return new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve()))
  }
  navigator.locks.request(name, { signal: ended.signal }, lead).catch((error: unknown) => {
    if (!ended.signal.aborted) throw error
  })
  const stopPolling = pollWhileLost(refetchAll)
  const onNetwork = () => {
    // Each region says how old it is when its own request fails, and that it is current when one succeeds.
    if (navigator.onLine) stream?.reopen()
    show(navigator.onLine && streamState === 'connected' ? 'reconnecting' : streamState)
    refetchAll()
  }
  window.addEventListener('online', onNetwork, { signal: ended.signal })
  window.addEventListener('offline', onNetwork, { signal: ended.signal })
  return () => {
    ended.abort()
    stopPolling()
    channel.close()
  }
}

/** Asks again by clock while the stream is lost: every 15 s, every minute when hidden, not at all after half an hour. */
function pollWhileLost(refetch: () => void): () => void {
  let hiddenForMs = 0
  let sinceMs = 0
  const timer = setInterval(() => {
    hiddenForMs = document.hidden ? hiddenForMs + pollMs : 0
    sinceMs += pollMs
    if (hiddenForMs > pauseAfterHiddenMs) {
      if (liveState() === 'polling') setLiveState('paused')
      return
    }
    if (liveState() === 'paused') setLiveState('polling')
    if (liveState() !== 'polling' || sinceMs < (document.hidden ? pollHiddenMs : pollMs)) return
    sinceMs = 0
    refetch()
  }, pollMs)
  return () => clearInterval(timer)
}
