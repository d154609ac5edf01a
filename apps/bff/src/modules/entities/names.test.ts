// Two hundred names in five scripts, from the customer to the order at the bank, and back by search.
import { isNamed, nameFault } from '@corridor/contract/names'
import { payeeName } from '@corridor/banks'
import { isLatin, isSpelledByBanks, parseExecutionId, railName, wholeName } from '@corridor/domain'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addPayee, payBank } from '../../../test/support/money/bank-transfers.ts'
import { anAccount, anIban } from '../../../test/support/money/accounts.ts'
import { makeVerified } from '../../../test/support/people/customers.ts'
import { type NameSample, nameSamples } from '../../../test/support/people/names.ts'
import { aPerson } from '../../../test/support/people/samples.ts'
import { type AnyBody, sharedBff } from '../../../test/support/process/bff.ts'
import { isFull } from '../../../test/support/process/tiers.ts'
import { until } from '../../../test/support/money/wallets.ts'

const bff = sharedBff()
const base = '/api/v1/xfer/entity'

test('each of two hundred names is a name, with a Latin one that every bank takes', () => {
  expect(new Set(nameSamples.map(wholeName)).size).toBe(200)
  const faulty = nameSamples.filter((sample) => {
    const name = wholeName(sample)
    const isKept = isNamed(sample) && nameFault(name) === undefined && !isLatin(name)
    const isSpelled = isSpelledByBanks(name) === (payeeName(name) !== '')
    return !isKept || !isSpelled || payeeName(sample.latinName) !== sample.latinName
  })
  expect(faulty).toEqual([])
})

test('entities.proposeName: 200, a spelling for a name in another script, by the letters of its country', async () => {
  const asked = { name: 'Юлія Гнатюк', country: 'UA' }
  const { status, body } = await bff.post('/api/v1/xfer/entity/latin-name', asked)
  expect([status, body.data]).toEqual([200, { latinName: 'Yuliia Hnatiuk' }])
  const refused = await bff.post('/api/v1/xfer/entity/latin-name', { name: '-' })
  expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'name'])
})

// Of each script one name alone and a whole one; all of them in the long run.
const tried = isFull ? nameSamples : nameSamples.filter((_, at) => at % 40 === 0 || at % 40 === 21)

/** The name that the bank was ordered to pay. */
async function paidName(executionId: string): Promise<string> {
  const id = parseExecutionId(executionId)?.id ?? ''
  const { rows } = await bff.deps.db.asWorker((tx) =>
    sql<{ name: string }>`select s.instruction->'beneficiary'->>'name' as name
      from payout p join simulated_bank_payout s on s.reference = p.id::text
      where p.transfer_id = ${id}::uuid`.execute(tx),
  )
  return rows[0]?.name ?? ''
}

async function found(query: string): Promise<string[]> {
  const { body } = await bff.get(`${base}?q=${encodeURIComponent(query)}`)
  return body.data.map(({ entityId }: AnyBody) => entityId)
}

describe('names from creation to the order', () => {
  const customers = new Map<NameSample, AnyBody>()

  test('a customer says what is missing, gets it, and is found by either name', async () => {
    for (const [at, sample] of tried.entries()) {
      const { latinName, country, ...parts } = sample
      const person = aPerson({ ...parts, nationality: country, email: `name${at}@example.com` })
      const made = (await bff.post(`${base}/create`, person)).body.data.entity
      expect(made).toMatchObject({ ...parts, latinNameProposal: latinName })
      const path = `${base}/${made.entityId}`
      const named = await bff.send(path, { method: 'PUT', body: { latinName }, headers: {} })
      expect(named.body.data).toMatchObject({ latinName })
      expect(named.body.data).not.toHaveProperty('latinNameProposal')
      expect(await found(wholeName(sample))).toContain(made.entityId)
      expect(await found(latinName)).toContain(made.entityId)
      customers.set(sample, made)
    }
    const missing = (await bff.get(`${base}?missing=latinName`)).body.data
    expect(missing).toEqual([])
  })

  test('the order has the Latin name, the record both, and search finds the account by either', async () => {
    const fromEntityId = await makeVerified(bff)
    const { accountId } = await anAccount(bff, { entityId: fromEntityId, ...anIban() })
    const paid = await Promise.all(
      [...customers].map(async ([sample, { entityId: toEntityId }]) => {
        const names = { name: wholeName(sample), latinName: sample.latinName }
        const payee = await addPayee(bff, toEntityId, names)
        const parties = { partner: bff.first, fromEntityId, fromAccountId: accountId, toEntityId }
        const executionId = await payBank(bff, { ...parties, toAccountId: payee.accountId })
        return { names, executionId, payee }
      }),
    )
    for (const { names, executionId, payee } of paid) {
      const { to } = await until(bff, executionId, 'COMPLETED')
      expect(to).toMatchObject({ fullName: names.name, latinName: names.latinName })
      expect(await paidName(executionId)).toBe(railName(names))
      for (const q of Object.values(names)) {
        const { body } = await bff.get(`/api/v1/xfer/utility/search?q=${encodeURIComponent(q)}`)
        expect(JSON.stringify(body.data)).toContain(payee.accountId)
      }
    }
  })
})
