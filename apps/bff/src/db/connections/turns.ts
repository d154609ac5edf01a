/** So many at a time; whoever comes then waits, each in the line of its own owner. */
export type Turns = {
  /**
   * Waits for a turn; the function it gives ends the turn. A signal ends the waiting.
   * @throws NoTurn at once where the line is full or nothing moves, and to all who wait once nothing does
   */
  take: (owner: string, signal?: () => AbortSignal) => Promise<() => void>
  /** Says at once what `take` would, for who has something to do before. @throws NoTurn */
  check: (owner: string) => void
  facts: () => { underWay: number; waiting: number }
}

export type TurnsMax = {
  underWay: number
  /** What one owner may have of it; the rest is there at once for who comes after a flood. */
  underWayEach: number
  /** The same while another owner is at work too. */
  underWayBesideOthers?: number
  waiting: number
  waitingEach: number
  /** All stand still when no turn has ended for so long while others wait. */
  stillMs: number
}

export class NoTurn extends Error {
  override readonly name = 'NoTurn'
  readonly reason: 'full' | 'still' | 'left'

  constructor(reason: NoTurn['reason']) {
    super({ full: 'the line is full', still: 'no turn ends', left: 'who waited is gone' }[reason])
    this.reason = reason
  }
}

type Waiter = { go: () => void; fail: (error: NoTurn) => void }
type Owner = { underWay: number; line: Set<Waiter> }

const placeOf = ({ underWay, line }: Owner) => (underWay === 0 ? 0 : underWay + line.size)

/** Standing still is looked for so often within its time: a process that was held up counts once. */
const looks = 5
/** Who was here so lately is at work: most owners have moments without a turn. */
const atWorkMs = 1_000

/**
 * The next turn is of an owner who has none, then of who asks for fewest, then of who had his last one
 * longest ago. So a flood waits for itself, and is never left without a turn.
 */
export function createTurns(most: TurnsMax): Turns {
  // In the order in which owners had their last turn.
  const owners = new Map<string, Owner>()
  let underWay = 0
  let waiting = 0
  let timer: NodeJS.Timeout | undefined
  let looksWithoutEnd = 0
  let isStill = false
  // The two who came last, the newest first: one of them is another than whoever asks.
  let visitors: { name: string; at: number }[] = []
  return { take, check, facts: () => ({ underWay, waiting }) }

  function check(name: string): void {
    const own = owners.get(name)
    if (hasRoom(name, own)) return
    if (isStill) throw new NoTurn('still')
    if (waiting >= most.waiting || (own?.line.size ?? 0) >= most.waitingEach)
      throw new NoTurn('full')
  }

  async function take(name: string, signal?: () => AbortSignal): Promise<() => void> {
    check(name)
    come(name)
    const own = owners.get(name) ?? { underWay: 0, line: new Set() }
    owners.set(name, own)
    if (hasRoom(name, own)) begin(name, own)
    else await wait(name, own, signal?.())
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      end(name, own)
    }
  }

  function hasRoom(name: string, own: Owner | undefined): boolean {
    return underWay < most.underWay && (own?.underWay ?? 0) < mostOf(name)
  }

  function mostOf(name: string): number {
    const since = performance.now() - atWorkMs
    const isBesideOthers = visitors.some((visitor) => visitor.name !== name && visitor.at > since)
    return (isBesideOthers && most.underWayBesideOthers) || most.underWayEach
  }

  function come(name: string): void {
    const at = performance.now()
    visitors = [{ name, at }, ...visitors.filter((visitor) => visitor.name !== name).slice(0, 1)]
  }

  function wait(name: string, own: Owner, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (own.line.delete(waiter)) waiting -= 1
        signal?.removeEventListener('abort', give)
      }
      const give = () => waiter.fail(new NoTurn('left'))
      const waiter: Waiter = {
        go: () => (leave(), resolve()),
        fail: (error) => (leave(), forget(name, own), reject(error)),
      }
      own.line.add(waiter)
      waiting += 1
      signal?.addEventListener('abort', give)
      if (signal?.aborted) give()
      else watch()
    })
  }

  function begin(name: string, own: Owner): void {
    underWay += 1
    own.underWay += 1
    owners.delete(name)
    owners.set(name, own)
  }

  function end(name: string, own: Owner): void {
    underWay -= 1
    own.underWay -= 1
    looksWithoutEnd = 0
    isStill = false
    forget(name, own)
    for (let next = nextOwner(); next; next = nextOwner()) {
      begin(...next)
      next[1].line.values().next().value?.go()
    }
  }

  function forget(name: string, own: Owner): void {
    if (own.underWay === 0 && own.line.size === 0) owners.delete(name)
  }

  function nextOwner(): [string, Owner] | undefined {
    if (waiting === 0 || underWay >= most.underWay) return undefined
    let best: [string, Owner] | undefined
    for (const entry of owners) {
      const [name, own] = entry
      if (own.line.size === 0 || own.underWay >= mostOf(name)) continue
      if (!best || placeOf(own) < placeOf(best[1])) best = entry
    }
    return best
  }

  /** Looks while anybody waits. */
  function watch(): void {
    timer ??= setInterval(look, most.stillMs / looks).unref()
  }

  function look(): void {
    looksWithoutEnd += 1
    if (waiting > 0 && looksWithoutEnd > looks) {
      isStill = true
      for (const { line } of owners.values())
        for (const waiter of line) waiter.fail(new NoTurn('still'))
    }
    if (waiting > 0) return
    looksWithoutEnd = 0
    clearInterval(timer)
    timer = undefined
  }
}
