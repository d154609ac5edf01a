import { sql } from 'kysely'

/**
 * One moment for a whole statement, as `with ${moment} update … set done_at = moment.at from moment`.
 * `service_now()` alone is a later moment at each place where it is used, and for each row.
 */
export const moment = sql`moment as materialized (select service_now() as at)`
