import { zoneOfCountry } from '@corridor/banks'
import type { CutOff } from '@corridor/domain/calendars'
import { sql } from 'kysely'
import { batchedRead } from '../../db/batch.ts'
import type { Tx } from '../../db/open.ts'

/** Until when the bank that pays out in a place takes orders; '' is the zone of its country. */
export type BankCutOff = { country_code: string; currency: string; cut_off: string; zone: string }

const readAll = batchedRead<'', BankCutOff[]>(
  (all) => all,
  async (tx, asked) => {
    const { rows } = await sql<BankCutOff>`select * from bank_cut_off`.execute(tx)
    return asked.map(() => rows)
  },
)

/** Those that operators have set; most banks have none. */
export const readCutOffs = (tx: Tx): Promise<BankCutOff[]> => readAll(tx, '')

/** That of the bank that pays out in a place. */
export function cutOffIn(
  cutOffs: readonly BankCutOff[],
  { countryCode, currency }: { countryCode?: string | undefined; currency: string },
): CutOff | undefined {
  const own = cutOffs.find(
    (bank) => bank.country_code === countryCode && bank.currency === currency,
  )
  return own && { time: own.cut_off, zone: own.zone || zoneOfCountry(own.country_code) }
}
