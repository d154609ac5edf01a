import { sql } from 'kysely'

/** Values as `('A', 'B')`, written out, so that a partial index that names them serves: `status in ${listOf(open)}`. */
export const listOf = (values: readonly string[]) =>
  sql`(${sql.join(values.map((value) => sql.lit(value)))})`
