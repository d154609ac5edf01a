import { formatId, toWire } from '@corridor/domain'
import { sql } from 'kysely'
import { batchedRead } from '../../db/batch.ts'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordEvent } from '../events/outbox.ts'
import { microDollars, partnerTerms } from './terms.ts'

/** What a partner may move, and what it has moved today; US dollars. */
export type LimitFacts = { limit: object; used: object; sharePercent: number }

/** Above the whole limit nothing is ever used: a transfer was refused by it. */
const refusedShare = 101
const statusOfShare = {
  80: 'threshold_80',
  95: 'threshold_95',
  [refusedShare]: 'exceeded',
} as const
type Share = keyof typeof statusOfShare
const shares = [80, 95] as const

export const limitFacts = batchedRead<string, LimitFacts>(
  (partnerId) => partnerId,
  async (tx, partnerIds) => {
    const { rows } = await sql<{ settings: unknown; used: string }>`
      select p.settings, coalesce((select sum(used) from daily_usage where partner_id = g.id
        and day = (${serviceNow} at time zone 'UTC')::date), 0)::text as used
      from unnest(${partnerIds}::uuid[]) with ordinality as g (id, place)
      left join partner p on p.id = g.id order by g.place`.execute(tx)
    return rows.map(factsOf)
  },
)

function factsOf(row: { settings: unknown; used: string }): LimitFacts {
  const { txnLimit, dailyLimit } = partnerTerms(row.settings)
  const used = BigInt(row.used)
  const most = microDollars(dailyLimit)
  return {
    limit: { currency: 'USD', perTransfer: txnLimit, daily: dailyLimit },
    used: { currency: 'USD', daily: toWire({ minor: used / 10_000n, scale: 2 }) },
    sharePercent: most > 0n ? Number((used * 100n) / most) : 0,
  }
}

/** Publishes, once a day each, that transfers have used 80 and 95 % of the day's limit. */
export async function recordLimitThresholds(tx: Tx, partnerId: string, facts: LimitFacts) {
  const reached = shares.filter((share) => facts.sharePercent >= share)
  if (reached.length > 0) await publish(tx, partnerId, facts, reached)
}

type Parts = Pick<Deps, 'db' | 'wake' | 'log'>

/**
 * Publishes, once a day, that a transfer was refused because of the day's limit. Not waited for: the
 * transaction is undone, and this one is of its own.
 */
export function recordLimitRefusal(
  deps: Parts,
  { partnerId }: { partnerId: string },
  { code }: { code: string },
): void {
  if (code === 'LIMIT_DAILY') void recordLimitExceeded(deps, partnerId)
}

async function recordLimitExceeded({ db, wake, log }: Parts, partnerId: string): Promise<void> {
  try {
    await db.withPartner(partnerId, async (tx) =>
      publish(tx, partnerId, await limitFacts(tx, partnerId), [refusedShare]),
    )
    wake.notify('events')
  } catch (error) {
    log.warn({ err: error }, 'a limit that was reached was not published')
  }
}

async function publish(
  tx: Tx,
  partnerId: string,
  { limit, used }: LimitFacts,
  reached: readonly Share[],
): Promise<void> {
  // Whoever comes second waits here for the first, and then has nothing to publish.
  const { rows } = await sql<{ share: Share }>`
    insert into daily_limit_alert (partner_id, day, share)
    select ${partnerId}, (${serviceNow} at time zone 'UTC')::date, share
    from unnest(${[...reached]}::int[]) as share order by share
    on conflict do nothing returning share`.execute(tx)
  for (const { share } of rows)
    await recordEvent(tx, {
      partnerId,
      category: 'limits',
      type: 'action_required',
      status: statusOfShare[share],
      object: { limit, used },
      subject: { kind: 'partner', id: formatId('par', partnerId), version: 1 },
    })
}
