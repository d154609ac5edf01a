import { sql } from 'kysely'
import type { KycRecord } from './store.ts'

/**
 * Who is approved now, and in which jurisdiction: (partner_id, entity_id, jurisdiction_id). Proofs
 * that have run out do not count, even before the sweeper has seen it.
 */
export const approvals = sql`(
  select c.partner_id, c.entity_id, c.jurisdiction_id
  from kyc_capability c
  left join kyc_file k on k.partner_id = c.partner_id and k.entity_id = c.entity_id
  where c.status = 'APPROVED' and (k.expires_at is null or k.expires_at > service_now()))`

/** The same of a customer that was read: whether its proofs have run out. */
export const isExpired = ({ file, at }: Pick<KycRecord, 'file' | 'at'>): boolean =>
  file?.expires_at ? file.expires_at <= at : false
