// What many people do at the same moment: sums are not passed together, and nothing runs that nobody agreed to.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { accountIn, aParty, setTerms } from '../../../test/support/money/ordinary.ts'
import { aQuoteOf, takeUp } from '../../../test/support/money/ordinary-flow.ts'
import { openOrdinarySite, type OrdinarySite } from '../../../test/support/money/ordinary-site.ts'
import { transferPath } from '../../../test/support/money/wallets.ts'
import { type Acting, aMember } from '../../../test/support/people/acting.ts'
import { type AnyBody, type Got, ownBff } from '../../../test/support/process/bff.ts'

const bff = ownBff()
let site: OrdinarySite
let maker: Acting
beforeAll(async () => {
  site = await openOrdinarySite(bff)
  maker = await aMember(bff, 'owner')
})
afterEach(async () => {
  await setTerms(bff, {})
  await expectConsistent(bff)
})

/** Sent again where the service had no time for it. */
async function execute(quoted: AnyBody): Promise<Got> {
  const answer = await maker.post(transferPath, takeUp(quoted))
  return answer.status === 503 ? execute(quoted) : answer
}

test('of 20 payments to one payee at once, each below the threshold, one passes and the others are asked about', async () => {
  const payee = await aParty(bff, 'ES')
  await setTerms(bff, { approvalAbove: 150 })
  const quotes = await Promise.all(
    Array.from({ length: 20 }, () => aQuoteOf(bff, site.germany, payee)),
  )
  expect(quotes.every(({ approval }) => !approval.required)).toBe(true)
  const answers = await Promise.all(quotes.map(execute))
  const statuses = answers.map(({ body }): string => body.data.status)
  const among = (status: string) => statuses.filter((item) => item === status).length
  expect([among('PENDING'), among('AWAITING_APPROVAL')]).toEqual([1, 19])
})

test('one number under two names is one payee, whose day counts together', async () => {
  const payee = await aParty(bff, 'ES')
  const named = (name: string) =>
    accountIn(bff, payee.entityId, 'ES', {
      account: { iban: 'ES8023100001180000012345' },
      ownership: 'THIRD_PARTY',
      accountHolder: { name, type: 'individual' },
    })
  await setTerms(bff, { approvalAbove: 150 })
  const statuses: string[] = []
  for (const name of ['Ada Lovelace', 'A. Lovelace']) {
    const to = { entityId: payee.entityId, accountId: await named(name) }
    const quoted = await aQuoteOf(bff, site.germany, to)
    statuses.push((await execute(quoted)).body.data.status)
  }
  expect(statuses).toEqual(['PENDING', 'AWAITING_APPROVAL'])
})
