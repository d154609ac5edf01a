import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  BankAdapter,
  BankEntry,
  BankRail,
  PayoutInstruction,
  SimulatedCredit,
} from '../port/bank.ts'

/** A rail with its counterparty. */
export type BankUnderTest = {
  bank: BankAdapter & BankRail
  /** A payee whom a payment reaches, does not reach, or is returned from. */
  payee(fate: 'PAID' | 'REFUSED' | 'RETURNED'): PayoutInstruction['beneficiary']
  /** A payment arrives. */
  credit(credit: SimulatedCredit): Promise<void>
  /** Lets the other side finish all that it has taken. */
  settle(): Promise<void>
  close(): Promise<void>
}

const must = <T>(answer: { ok: true; value: T } | { ok: false; failure: string }): T => {
  if (!answer.ok) throw new Error(answer.failure)
  return answer.value
}

/** What every rail promises, whatever lies behind it. */
export function describeBankPort(name: string, start: () => Promise<BankUnderTest>): void {
  describe(`the bank port: ${name}`, () => {
    let under: BankUnderTest
    beforeAll(async () => {
      under = await start()
    })
    afterAll(() => under.close())

    const account = { countryCode: 'DE', currency: 'EUR', holderName: 'Corridor Payments' }
    const open = async (reference: string = randomUUID()) =>
      must(await under.bank.openAccount({ ...account, reference }))
    const order = (fate: Parameters<BankUnderTest['payee']>[0], reference = randomUUID()) => ({
      reference,
      countryCode: 'DE',
      rail: '',
      currency: 'EUR',
      minor: 12_345n,
      scale: 2,
      beneficiary: under.payee(fate),
      remittance: 'INV 7',
    })
    const stateOf = async (reference: string) => must(await under.bank.payoutState(reference))
    const creditTo = async (minor: bigint, reference: string): Promise<SimulatedCredit> => {
      const { routingNumber, accountNumber } = await open('the account that is paid to')
      return {
        entryId: randomUUID(),
        countryCode: 'DE',
        routingNumber,
        accountNumber,
        currency: 'EUR',
        minor,
        scale: 2,
        sender: { name: 'Ingrid Solberg', account: 'NO9386011117947' },
        reference,
      }
    }
    /** All entries after a position, page by page. */
    async function readFrom(position: string, limit = 3): Promise<BankEntry[]> {
      const all: BankEntry[] = []
      for (let after = position; ;) {
        const page = must(await under.bank.entries(after, limit))
        const last = page.at(-1)
        if (!last) return all
        all.push(...page)
        after = last.position
      }
    }
    const endOf = async () => (await readFrom('')).at(-1)?.position ?? ''

    test('one reference opens one account, another one another', async () => {
      const reference = randomUUID()
      const first = await open(reference)
      expect(await open(reference)).toEqual(first)
      expect(first).toMatchObject({ currency: 'EUR', accountNumber: expect.stringMatching(/./) })
      expect((await open()).accountNumber).not.toBe(first.accountNumber)
    })

    test('a payment that was never ordered is unknown', async () => {
      expect(await stateOf(randomUUID())).toEqual({ status: 'UNKNOWN' })
    })

    test('an order that comes ten times at once is one payment, and is confirmed', async () => {
      const paid = order('PAID')
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => under.bank.submitPayout(paid)),
      )
      const states = [...answers.map(must), await stateOf(paid.reference)]
      const references = states.map((state) =>
        state.status === 'UNKNOWN' ? '' : state.bankReference,
      )
      expect(new Set(references).size).toBe(1)
      await under.settle()
      const confirmed = { status: 'CONFIRMED', bankReference: references[0] }
      expect(await stateOf(paid.reference)).toMatchObject(confirmed)
      expect(must(await under.bank.submitPayout(paid))).toMatchObject(confirmed)
    })

    test('an entry that is sent back ten times at once goes back once', async () => {
      const credit = await creditTo(500n, 'to be returned')
      const start_ = await endOf()
      await under.credit(credit)
      const [entry] = await readFrom(start_)
      const back = { ...order('PAID'), entryId: entry?.entryId ?? '' }
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => under.bank.returnEntry(back)),
      )
      await under.settle()
      const state = await stateOf(back.reference)
      expect(state).toMatchObject({ status: 'CONFIRMED' })
      const references = answers
        .map(must)
        .map((item) => 'bankReference' in item && item.bankReference)
      expect(new Set(references).size).toBe(1)
      // Asked for as a payment, it is the same one.
      expect(must(await under.bank.submitPayout(back))).toEqual(state)
    })

    test('a payment that cannot be delivered is rejected with its code, and stays so', async () => {
      const refused = order('REFUSED')
      must(await under.bank.submitPayout(refused))
      await under.settle()
      const state = await stateOf(refused.reference)
      expect(state).toMatchObject({ status: 'REJECTED', code: expect.stringMatching(/^[A-Z_]+$/) })
      expect(must(await under.bank.submitPayout(refused))).toEqual(state)
    })

    test('what comes in is reported once, as it was paid, in the order of booking', async () => {
      const start_ = await endOf()
      const paid: SimulatedCredit[] = []
      for (let i = 1n; i <= 7n; i += 1n) {
        const credit = await creditTo(i * 100n, `order ${i}`)
        paid.push(credit)
        await under.credit(credit)
      }
      const received = await readFrom(start_)
      // The id of an entry is the bank's own.
      expect(received).toMatchObject(
        paid.map(({ entryId: _payersOwn, ...credit }) => ({ ...credit, kind: 'CREDIT' })),
      )
      expect(new Set(received.map(({ entryId }) => entryId)).size).toBe(7)
      expect(await readFrom(received.at(-1)?.position ?? '')).toEqual([])
      // Page size changes nothing.
      expect(await readFrom(start_, 100)).toEqual(received)
      expect(await readFrom(start_, 1)).toEqual(received)
    })

    test('who reads while others pay misses nothing', async () => {
      const start_ = await endOf()
      const credits = await Promise.all(
        Array.from({ length: 30 }, (_, i) => creditTo(BigInt(i + 1), 'at once')),
      )
      const paying = Promise.all(credits.map((credit) => under.credit(credit)))
      let after = start_
      const seen: bigint[] = []
      for (let isOver = false; !isOver;) {
        isOver = await Promise.race([paying.then(() => true), readOn().then(() => false)])
      }
      await readOn()
      expect(new Set(seen)).toEqual(new Set(credits.map(({ minor }) => minor)))
      expect(seen).toHaveLength(credits.length)

      async function readOn(): Promise<void> {
        const page = await readFrom(after, 4)
        if (page.length === 0 || page.some(({ minor }) => seen.includes(minor))) return
        seen.push(...page.map(({ minor }) => minor))
        after = page.at(-1)?.position ?? after
      }
    })

    test('a payment that comes back was confirmed, and its return names it', async () => {
      const start_ = await endOf()
      const returned = order('RETURNED')
      must(await under.bank.submitPayout(returned))
      await under.settle()
      expect((await stateOf(returned.reference)).status).toBe('CONFIRMED')
      const entries = await readFrom(start_)
      expect(entries).toMatchObject([
        {
          kind: 'RETURN',
          payoutReference: returned.reference,
          currency: 'EUR',
          minor: 12_345n,
          scale: 2,
          code: expect.stringMatching(/^[A-Z_]+$/),
        },
      ])
    })
  })
}
