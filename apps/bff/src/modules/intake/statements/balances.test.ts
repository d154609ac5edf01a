import { createHash, randomUUID } from 'node:crypto'
import { importFile } from '@corridor/banks'
import { createCounterpartBank } from '@corridor/banks/testing'
import { ledgerAccount } from '@corridor/domain'
import { afterAll, describe, expect, test } from 'vitest'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { ownBff } from '../../../../test/support/process/bff.ts'
import { readOnlySnapshot } from '../../../db/isolation.ts'
import { operatorPartnerId } from '../../../records/audit/operator.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import { listBreaks } from '../../../outside/bank/breaks-store.ts'
import { balanceProblems } from './balances.ts'

const bff = ownBff()
afterAll(() => expectConsistent(bff))

/** The account of a country at a bank that sends files. */
function aBank(countryCode: string) {
  const account = bff.deps.bankFiles.accounts.find((item) => item.countryCode === countryCode)
  if (!account) throw new Error('no such account')
  const { routingNumber, accountNumber, currency } = account
  const bank = createCounterpartBank({ accounts: [account] })
  const sender = { name: 'Nobody', account: '' }
  const at = { countryCode, routingNumber, accountNumber, currency, scale: 2, sender }
  return {
    credit: (minor: bigint) =>
      bank.credit({ ...at, minor, entryId: randomUUID(), reference: 'no idea' }),
    charge: (minor: bigint) => bank.charge(account, minor, 'Fees'),
    notification: () => bank.notifications().join(''),
    statement: () => bank.statements().join(''),
    problems: async () => (await problems()).filter((text) => text.includes(` in ${countryCode}:`)),
  }
}

const problems = async (): Promise<string[]> => {
  const found = await bff.deps.db.asWorker(async (tx) => {
    await readOnlySnapshot(tx)
    return balanceProblems(tx)
  })
  return found.map(({ sentence }) => sentence)
}

async function arrive(text: string): Promise<void> {
  const read = () => [Buffer.from(text)]
  const answer = await importFile({ ...bff.deps.bankFiles, name: 'a file', read })
  if (!answer.ok) throw new Error(answer.reason)
}

const wrongClosing = (statement: string) =>
  statement.replace(
    /(<Cd>CLBD<\/Cd>.*?<Amt[^>]*>)([^<]*)/s,
    (_all, before: string) => `${before}99999.99`,
  )

describe('the balances of statements are what the books know', () => {
  test('right ones are quiet, and so is what no statement shows yet', async () => {
    const bank = aBank('DE')
    bank.credit(10_000n)
    await arrive(bank.notification())
    await arrive(bank.statement())
    bank.charge(250n)
    bank.credit(500n)
    await arrive(bank.statement())
    bank.credit(700n)
    await arrive(bank.notification())
    expect(await bank.problems()).toEqual([])
    // The sandbox pays in without a bank.
    const { books } = bff.deps.bankFiles
    const entryId = 'of the sandbox'
    const sha256 = createHash('sha256').update(`sandbox\n${entryId}`).digest('hex')
    const [first] = await books.read(0n, 1)
    if (!first) throw new Error('no entry')
    const header = { kind: 'camt.054', messageId: 'S', createdAt: new Date() } as const
    await books.beginImport({ name: 'sandbox', sha256, ...header })
    await books.book(sha256, [{ ...first.entry, entryId }])
    expect(await bank.problems()).toEqual([])
  })

  test('a wrong closing balance is found, until the bank sends the statement again', async () => {
    const bank = aBank('GB')
    bank.credit(10_000n)
    const statement = bank.statement()
    await arrive(wrongClosing(statement))
    expect(await bank.problems()).toEqual([
      expect.stringMatching(
        /^GBP in GB: the statement \S+ of 2026-01-05 closes with 9999999, the entries and payments that are known make 10000$/,
      ),
    ])
    await arrive(statement)
    expect(await bank.problems()).toEqual([])
    bank.credit(1n)
    await arrive(bank.statement())
    expect(await bank.problems()).toEqual([])
  })

  test('a debit that nobody knows is in the books; what is moved by hand may be on no statement', async () => {
    const bank = aBank('US')
    bank.credit(10_000n)
    bank.charge(300n)
    await arrive(bank.statement().replaceAll('CHRG', 'OTHR'))
    expect(await bank.problems()).toEqual([])
    const move = (amount: bigint) => {
      const dollars = { asset: 'USD', scale: 2 }
      const debit = ledgerAccount('capital', dollars, '')
      const credit = ledgerAccount('bank', dollars, 'US')
      const legs = [{ code: 'move', debit, credit, amount }]
      const group = { partnerId: operatorPartnerId, transferId: randomUUID(), legs }
      return bff.deps.db.asWorker((tx) => postGroup(tx, { ...group, step: 'treasury_move' }))
    }
    // What leaves the bank today stands on the statement of today.
    await move(5_000n)
    expect(await bank.problems()).toEqual([])
  })

  test('a statement that is missing is found, until it arrives', async () => {
    const bank = aBank('ES')
    bank.credit(10_000n)
    await arrive(bank.statement())
    bank.credit(400n)
    await arrive(bank.notification())
    const missing = bank.statement()
    bank.credit(20n)
    await arrive(bank.statement())
    expect(await bank.problems()).toEqual([
      expect.stringMatching(
        /of 2026-01-07 opens with 10400, and none of 2026-01-05 closes with it: one is missing or wrong$/,
      ),
    ])
    await arrive(missing)
    expect(await bank.problems()).toEqual([])
  })

  test('money that was announced and stands on no statement is found', async () => {
    const bank = aBank('FR')
    const forged = aBank('FR')
    forged.credit(90_000n)
    await arrive(forged.notification())
    bank.credit(10_000n)
    await arrive(bank.statement())
    expect(await bank.problems()).toEqual([
      expect.stringContaining('closes with 10000, the entries and payments that are known make 1'),
    ])
    const breaks = await bff.deps.db.asWorker((tx) => listBreaks(tx, 10))
    expect(breaks).toMatchObject([{ kind: 'NOT_ON_STATEMENT', difference: 90_000n }])
  })
})
