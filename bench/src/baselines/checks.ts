// The same two hundred questions as hand-written code: no form, no unknown facts, no reasons.

export type CheckedFacts = {
  amounts: Readonly<Record<string, string>>
  asset: string
  corridor: string
  payee: string
  destinations: readonly string[]
  initiator: readonly string[]
  at: number
  history: readonly { at: number; amounts: Readonly<Record<string, string>> }[]
}

/** Millionths of a dollar and of a coin; the amounts of the bench have six decimals at most. */
const units = (text: string | undefined): bigint => {
  const [whole = '0', fraction = ''] = (text ?? '0').split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}

type Read = {
  facts: CheckedFacts
  amount: bigint
  dollars: bigint
  sum: bigint
  count: number
  hour: number
}

/** The index of the first question that is answered with yes; -1 if none is. */
export function handWritten(count: number, blocked: readonly string[]) {
  const addresses = new Set(blocked)
  const questions = Array.from({ length: count }, (_, at) => question(at, addresses))
  return (facts: CheckedFacts): number => {
    const since = facts.at - 86_400_000
    const recent = facts.history.filter(({ at }) => at > since)
    const dollars = units(facts.amounts['USD'])
    const read: Read = {
      facts,
      amount: units(facts.amounts['USDC']),
      dollars,
      sum: recent.reduce((total, past) => total + units(past.amounts['USD']), dollars),
      count: recent.length + 1,
      hour: new Date(facts.at).getUTCHours(),
    }
    return questions.findIndex((holds) => holds(read))
  }
}

function question(at: number, addresses: ReadonlySet<string>): (read: Read) => boolean {
  const over = BigInt(1_000_000 + at) * 1_000_000n
  const kinds: ((read: Read) => boolean)[] = [
    ({ facts, amount }) => facts.asset === 'USDC' && amount > over,
    ({ sum }) => sum > over,
    ({ count }) => count > 1_000 + at,
    ({ facts, dollars }) => facts.payee === 'new' && dollars > over,
    ({ facts }) => facts.destinations.some((term) => addresses.has(term.toLowerCase())),
    ({ facts, hour }) => facts.corridor === 'GB>NG' && (hour >= 22 || hour < 6),
    ({ facts }) => facts.initiator.includes('role:viewer'),
    ({ facts }) => facts.payee !== 'known' && facts.asset === 'EURC',
  ]
  return kinds[at % kinds.length] ?? (() => false)
}
