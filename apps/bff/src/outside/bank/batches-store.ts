import type { TakenLine } from '@corridor/banks'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

type Listed = TakenLine & { how: string }

/**
 * Entries that a bank books as one, and whose payments another message has listed before: they are
 * evidence of those payments, and no payment of their own.
 */
export async function listedLines(
  tx: Tx,
  lines: readonly TakenLine[],
): Promise<{ listed: Listed[]; rest: TakenLine[] }> {
  const listed: Listed[] = []
  const rest: TakenLine[] = []
  for (const line of lines) {
    const isOpen = line.evidence.kind === 'BATCH' && line.decision.kind !== 'JOIN'
    const found = isOpen && !line.paymentId.startsWith('file/') ? await findListing(tx, line) : []
    if (found.length === 0) rest.push(line)
    for (const [place, item] of found.entries())
      listed.push({
        ...line,
        facts: { ...line.facts, minor: BigInt(item.minor) },
        report: { ...line.report, part: place + 1 },
        paymentId: item.paymentId,
        decision: { kind: 'JOIN', paymentId: item.paymentId, likeness: 'CERTAIN' },
        how: 'LISTED',
      })
  }
  return { listed, rest }
}

/** The payments of an entry of another message that is this one, where they make its whole amount. */
async function findListing(tx: Tx, { evidence, facts }: TakenLine) {
  const { rows } = await sql<{ paymentId: string; minor: string }>`
    with entry as (
      select e.sha256, e.line from bank_evidence e
      join bank_payment p on p.id = e.payment_id
      where e.account = ${facts.account} and e.line_minor = ${String(facts.minor)}::numeric
        and e.direction = ${facts.direction} and e.part > 0
        and abs(e.booked_on - ${facts.bookedOn}::date) <= 1
        and (${facts.lineReference} = '' or p.facts->>'lineReference' in ('', ${facts.lineReference}))
      group by e.sha256, e.line
      having sum(e.minor) = ${String(facts.minor)}::numeric and bool_and(p.state = 'BOOKED')
        and (${evidence.batchCount}::int in (0, 1) or count(*) = ${evidence.batchCount}::int)
        and bool_and(p.stated_on is null or p.stated_on = ${facts.bookedOn}::date)
      order by min(e.read_at) limit 1
    )
    select e.payment_id as "paymentId", e.minor::text as minor
    from bank_evidence e join entry on entry.sha256 = e.sha256 and entry.line = e.line
    order by e.part`.execute(tx)
  return rows
}
