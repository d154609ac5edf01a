import type { ChainDefinition, Head, WatchHeadsOptions } from '../port/chain.ts'
import { ask, readSafely } from './ask.ts'
import { readHead, resultOf } from './read.ts'
import { type Rpc, isRecord } from './rpc.ts'

const quickPollMs = 50
const slowPollMs = 1_000
const idlePollMs = 5_000
const reconnectMsMax = 2_000

/**
 * Reports new heads: announced over a WebSocket, and polled beside it. The poll is quick only
 * while the socket is down and something waits, and slow while it is open and nothing waits; it also
 * finds out that a socket has died silently.
 */
export function watchHeads(definition: ChainDefinition, rpc: Rpc, options: WatchHeadsOptions) {
  let closed = false
  let lastHash = ''
  let available: boolean | undefined
  const socket = openSocket(webSocketUrl(definition), report, () => pollIn(0))
  let timer = setTimeout(() => void poll(), 0)

  return {
    announced: socket.isOpen,
    close: () => {
      closed = true
      clearTimeout(timer)
      socket.close()
    },
  }

  function report(head: Head) {
    if (closed || head.hash === lastHash) return
    lastHash = head.hash
    options.onHead(head)
  }

  async function poll() {
    const call = { method: 'eth_getBlockByNumber', params: ['latest', false] }
    const head = await ask(rpc, [call], ([answer]) => readHead(resultOf(answer)))
    if (closed) return
    if (head.ok !== available) {
      available = head.ok
      options.onAvailability?.(head.ok, head.ok ? '' : head.detail)
    }
    if (head.ok) report(head.value)
    pollIn(waitMs())
  }

  function waitMs(): number {
    const isPending = options.hasPending?.() ?? false
    if (socket.isOpen()) return isPending ? slowPollMs : idlePollMs
    return isPending ? quickPollMs : slowPollMs
  }

  function pollIn(ms: number) {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(() => void poll(), ms)
  }
}

function webSocketUrl(definition: ChainDefinition): string {
  return definition.webSocketUrl ?? definition.rpcUrl.replace(/^http/, 'ws')
}

/** A subscription to `newHeads` that reconnects automatically, each time after a longer pause. */
function openSocket(url: string, onHead: (head: Head) => void, onCut: () => void) {
  let closed = false
  let subscribed = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let socket = connect()

  return {
    isOpen: () => subscribed,
    close: () => {
      closed = true
      subscribed = false
      clearTimeout(timer)
      socket.close()
    },
  }

  function connect(): WebSocket {
    const next = new WebSocket(url)
    next.addEventListener('open', () => {
      next.send(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }),
      )
    })
    next.addEventListener('message', (message: MessageEvent) => receive(message.data))
    next.addEventListener('error', () => next.close())
    next.addEventListener('close', reconnect)
    return next
  }

  function receive(data: unknown) {
    const read = readSafely(() => parseMessage(data))
    if (!read.ok || !read.value) return
    failures = 0
    subscribed = true
    if (read.value !== 'subscribed') onHead(read.value)
  }

  function reconnect() {
    const wasCut = subscribed
    subscribed = false
    if (closed) return
    if (wasCut) onCut()
    timer = setTimeout(
      () => {
        socket = connect()
      },
      Math.min(quickPollMs * 2 ** failures, reconnectMsMax),
    )
    failures = Math.min(failures + 1, 10)
  }
}

function parseMessage(data: unknown): Head | 'subscribed' | undefined {
  if (typeof data !== 'string') return undefined
  let message: unknown
  try {
    message = JSON.parse(data)
  } catch {
    return undefined
  }
  if (!isRecord(message)) return undefined
  if (typeof message['result'] === 'string') return 'subscribed'
  const params = message['params']
  return isRecord(params) ? readHead(params['result']) : undefined
}
