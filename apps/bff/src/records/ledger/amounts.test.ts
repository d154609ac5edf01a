import { fromWire, type Leg, ledgerAccount, toText, toWire } from '@corridor/domain'
import { v7 as uuidV7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/recycled.ts'
import { createRandom } from '../../../test/support/money/ledger-model/random.ts'
import { insertPartner } from '../../../test/support/people/partners.ts'
import { parseJson } from '../../api/request/json.ts'
import { groupRows } from './group.ts'
import { balanceOf, postGroup } from './service.ts'

const scales = Array.from({ length: 19 }, (_, scale) => scale)
const amountsOfScale = 5_264
const random = createRandom(1)

const db = sharedDatabase()
let partnerId: string
beforeAll(async () => {
  partnerId = await insertPartner(db)
})

/** Decimal text above zero of up to 15 significant digits, and no more decimals than the scale. */
function randomAmount(scale: number): string {
  const digits = random.amount(10n ** BigInt(random.below(15) + 1) - 1n)
  const decimals = random.below(scale + 1)
  // Whole amounts end in zeros as well, as long as a number has room for them.
  const zeros = decimals === 0 ? random.below(16 - digits.toString().length) : 0
  return toText(digits * 10n ** BigInt(zeros), decimals)
}

const minorOf = (value: number, scale: number): bigint => {
  const money = fromWire(value, 'XYZ', scale)
  if (!money.ok) throw new Error(`${value} was refused at scale ${scale}`)
  return money.value.minor
}

/** Posts what a body says; gives what the ledger then has of it, by the place in the body. */
async function throughLedger(body: string, scale: number): Promise<bigint[]> {
  const unit = { asset: `XYZ${scale}`, scale }
  const [debit, credit] = [ledgerAccount('bank', unit), ledgerAccount('fx', unit)]
  const legs = (parseJson(body) as number[]).map((value, place): Leg => {
    return { code: String(place), debit, credit, amount: minorOf(value, scale) }
  })
  const group = { partnerId, transferId: uuidV7(), step: 'round', legs }
  const rows = await db.asWorker(async (tx) => {
    await postGroup(tx, group)
    const { groupId } = groupRows({ ...group, legs: [] })
    return tx
      .selectFrom('posting')
      .select(['code', 'amount'])
      .where('group_id', '=', groupId)
      .execute()
  })
  const total = legs.reduce((sum, { amount }) => sum + amount, 0n)
  expect(await db.asWorker((tx) => balanceOf(tx, partnerId, debit))).toBe(total)
  expect(await db.asWorker((tx) => balanceOf(tx, partnerId, credit))).toBe(-total)
  const amounts = new Map(rows.map(({ code, amount }) => [code, amount]))
  return legs.map(({ code }) => amounts.get(code) ?? 0n)
}

test.each(scales)(
  `${amountsOfScale} amounts of %d decimals go from JSON through the ledger to JSON unchanged`,
  async (scale) => {
    const texts = Array.from({ length: amountsOfScale }, () => randomAmount(scale))
    const stored = await throughLedger(`[${texts.join(',')}]`, scale)
    const answered = JSON.stringify(stored.map((minor) => toWire({ minor, scale })))
    expect(answered).toBe(JSON.stringify(texts.map(Number)))
    // The ledger keeps the very decimals that were written, not what a number is near to.
    expect(stored.map((minor) => toText(minor, scale))).toEqual(texts)
  },
)

test('an amount that would have to be rounded is refused', () => {
  for (let i = 0; i < 10_000; i += 1) {
    const scale = random.below(scales.length)
    const tooFine = toText(random.amount(10n ** 12n) * 10n + 1n, scale + 1)
    expect(fromWire(tooFine, 'XYZ', scale).ok).toBe(false)
  }
  for (const text of ['1234567890123456', '0.1234567890123456', '1e21', '-1', '12345678901.23456'])
    expect(fromWire(text, 'XYZ', 18)).toEqual({ ok: false, failure: 'AMOUNT_PRECISION' })
})
