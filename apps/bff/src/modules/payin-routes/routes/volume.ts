import { fail, formatId, ok, parseId, toWire } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { now, type Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findRecord } from './list-store.ts'
import { daysByOutcome, lastDays, medianSeconds } from './summary-store.ts'

/** What a route took in on each of the last days in its own currency. */
export async function readVolume(
  tx: Tx,
  { jurisdictions }: Pick<Deps, 'jurisdictions'>,
  { partnerId }: Caller,
  { teleportId, days: count }: { teleportId: string; days: number },
) {
  const id = parseId('tele', teleportId)
  const row = id && (await findRecord(tx, partnerId, id))
  if (!row) return fail({ code: 'ROUTE_NOT_FOUND' })
  const source = jurisdictions.byId(row.source_id)
  const { currency = '', currencyScale: scale = 0 } = source ?? {}
  const days = lastDays(await now(tx), count)
  const since = new Date(`${days[0]}T00:00:00Z`)
  const found = await daysByOutcome(tx, partnerId, { routeId: row.id, currency, since })
  const byDay = new Map(found.map((item) => [item.day, item]))
  const wire = (minor = 0n) => toWire({ minor, scale })
  return ok({
    teleportId: formatId('tele', row.id),
    currency,
    medianSeconds: await medianSeconds(tx, partnerId, { routeId: row.id, since }),
    days: days.map((date) => {
      const answer = byDay.get(date)
      return {
        date,
        deposits: answer?.deposits ?? 0,
        received: wire(answer?.received),
        forwarded: wire(answer?.forwarded),
        held: wire(answer?.held),
        returned: wire(answer?.returned),
      }
    }),
  })
}
