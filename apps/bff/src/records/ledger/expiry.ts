import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { resolvePending } from './service.ts'

type Due = { partnerId: string; transferId: string; step: string; code: string }

/** Pending legs that have expired by the service's clock and were not resolved, oldest first. */
export async function duePendings(tx: Tx, max: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select p.partner_id as "partnerId", g.transfer_id as "transferId", g.step, p.code
    from posting p join posting_group g on g.partner_id = p.partner_id and g.id = p.group_id
    where p.timeout_at <= service_now() and not exists (select from posting_resolution r
      where r.partner_id = p.partner_id and r.pending_id = p.id)
    order by p.timeout_at limit ${max}`.execute(tx)
  return rows
}

/** Voids one. Fails where it is resolved concurrently and that was first. */
export const expirePending = (tx: Tx, { partnerId, transferId, step, code }: Due): Promise<void> =>
  resolvePending(tx, {
    partnerId,
    transferId,
    step: `${step}/${code}/expired`,
    of: { step, code },
    as: 'void',
  })
