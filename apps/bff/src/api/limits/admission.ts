import { Counter, Gauge } from 'prom-client'
import { createTurns, NoTurn } from '../../db/connections/turns.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Caller } from '../request/caller.ts'
import { Refusal } from '../request/refusal.ts'

/** Above what a partner may have under way, this much is there for all others together. */
const shareForOthers = 0.25
/** A partner's requests under way while another is at work: a flood must not make others slow. */
const besideOthers = 8
/** Lines of partners that may be full at the same time. */
const fullLinesMax = 4
/** Those who were refused together should not all come back together. */
const retryAfterSeconds = { least: 1, most: 3 }

export type Admission = {
  /** Refuses at once who would be refused by `enter`, before his body is read. @throws Refusal */
  check: (caller: Caller) => void
  /**
   * Waits in the line of the partner, or of its console, until the request may begin; call what it
   * gives when it has been answered. Who goes away leaves the line.
   * @throws Refusal SERVICE_UNAVAILABLE at once where the line is full
   */
  enter: (caller: Caller, request: Request) => Promise<() => void>
}

/**
 * How many requests are under way at a time, and how many may wait for it. Beyond that they are
 * refused at once: a request that waits for its refusal costs its caller time and us memory.
 */
export function createAdmission({
  config,
  metrics,
  random,
}: Pick<Deps, 'config' | 'metrics' | 'random'>): Admission {
  const { REQUESTS_AT_ONCE: each, REQUESTS_WAITING: waitingEach } = config
  const turns = createTurns({
    underWay: Math.ceil(each * (1 + shareForOthers)),
    underWayEach: each,
    underWayBesideOthers: Math.min(each, besideOthers),
    waiting: waitingEach * fullLinesMax,
    waitingEach,
    stillMs: config.STANDSTILL_MS,
  })
  const refused = showFigures(turns.facts, metrics)
  return {
    check: (caller) => {
      try {
        turns.check(lineOf(caller))
      } catch (error) {
        throw asRefusal(error)
      }
    },
    enter: (caller, request) =>
      turns
        .take(lineOf(caller), () => request.signal)
        .catch((error: unknown) => {
          throw asRefusal(error)
        }),
  }

  function asRefusal(error: unknown): unknown {
    if (!(error instanceof NoTurn)) return error
    refused.inc({ reason: error.reason })
    const { least, most } = retryAfterSeconds
    const share = (random(1)[0] ?? 0) / 256
    return new Refusal('SERVICE_UNAVAILABLE', 'Too many requests are waiting. Try again.', {
      retryAfterSeconds: least + Math.floor(share * (most - least + 1)),
    })
  }
}

/** People at the dashboard do not wait behind their own company's programs. */
const lineOf = ({ partnerId, isConsole }: Caller) =>
  isConsole ? `console ${partnerId}` : partnerId

function showFigures(
  facts: () => { underWay: number; waiting: number },
  registry: Deps['metrics'],
): Counter<'reason'> {
  const registers = [registry]
  const gauge = (name: string, help: string, of: 'underWay' | 'waiting'): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(facts()[of])
      },
    })
  gauge('http_requests_under_way', 'Partner API requests that are worked on', 'underWay')
  gauge('http_requests_waiting', 'Partner API requests that wait until they may begin', 'waiting')
  return new Counter({
    name: 'http_requests_turned_away_total',
    help: 'Partner API requests refused because too many wait, and those that left the line',
    labelNames: ['reason'],
    registers,
  })
}
