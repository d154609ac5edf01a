import { sql } from 'kysely'

/**
 * The time of the service, read once for a statement however many rows it touches, and at its start:
 * so it can be the bound of an index. `service_now()` alone is read for each row and is never one.
 */
export const serviceNow = sql<Date>`(select service_now())`

/**
 * The time when a row is looked at, after the wait for its lock where there was one: for a bound that
 * the time before the wait must not decide. `tools/tidy/clock.ts` lists who uses it.
 */
export const nowAfterWait = sql<Date>`service_now()`

/**
 * One moment for a whole statement, as `with ${moment} update … set done_at = moment.at from moment`.
 */
export const moment = sql`moment as materialized (select service_now() as at)`
