import { countryRules, nestValues } from '@corridor/domain'
import { publishedAccounts, publishedAddresses } from '@corridor/domain/testing'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { countryId, externalBase as base } from '../../../../test/support/money/accounts.ts'
import { sharedBff } from '../../../../test/support/process/bff.ts'
import { aBusiness } from '../../../../test/support/people/samples.ts'
import { makeEntity, tokens } from '../../../../test/support/money/wallets.ts'

const bff = sharedBff()

const stored = async () => {
  const { rows } = await bff.deps.db.asWorker((tx) =>
    sql<{ n: number }>`select (select count(*) from external_account)
      + (select count(*) from event where category = 'external_account')::int as n`.execute(tx),
  )
  return Number(rows[0]?.n)
}

/** A customer of the kind that the account's own answers speak of. */
async function customerFor(values: Readonly<Record<string, string>>): Promise<string> {
  if (values['account.additionalDetails.holderCnpj'] === undefined) return makeEntity(bff)
  const email = `biz${Math.abs(JSON.stringify(values).length)}@x.example`
  const made = await bff.post('/api/v1/xfer/entity/create', aBusiness({ email }))
  return made.body.data.entityId
}

async function bodyOf(
  { country, type, rail, values }: (typeof publishedAccounts)[number],
  change: Readonly<Record<string, string>> = {},
) {
  const answers = { ...values, ...change }
  const ownership = answers['accountHolder.type'] ? 'THIRD_PARTY' : 'SELF'
  const entityId = await customerFor(values)
  const jurisdictionId = await countryId(bff, country)
  return { ...nestValues(answers), entityId, jurisdictionId, type, rail, ownership }
}

test('every country has a published account that is accepted and three that are not', () => {
  for (const { code } of countryRules) {
    const ofCountry = publishedAccounts.filter(({ country }) => country === code)
    expect([code, ofCountry.length > 0]).toEqual([code, true])
    for (const { refused } of ofCountry) expect(refused.length).toBeGreaterThanOrEqual(3)
  }
})

describe.each(
  publishedAccounts.map(
    (account) => [`${account.country} ${account.type} by ${account.rail}`, account] as const,
  ),
)('accounts.addExternal: %s', (_, published) => {
  test(`200: ${published.source}`, async () => {
    const { status, body } = await bff.post(`${base}/add`, await bodyOf(published))
    expect([status, body.error?.details]).toEqual([200, undefined])
    expect(body.data).toMatchObject({
      accountKind: published.type,
      status: 'ENABLED',
      verification: { bankName: published.bankName, method: 'CHECKSUM' },
    })
    expect(body.data.rails[0]).toBe(published.rail)
  })

  test.each(published.refused.map((item) => [item.why, item] as const))(
    '400: %s',
    async (__, { change, path, says }) => {
      const body = await bodyOf(published, change)
      const before = await stored()
      for (const dryRun of [true, false]) {
        const refused = await bff.post(`${base}/add`, { ...body, dryRun })
        expect([refused.status, refused.body.error?.code]).toEqual([400, 'FIELD_INVALID'])
        const found = refused.body.error.details.find(
          (detail: { path: string }) => detail.path === path,
        )
        expect(found).toMatchObject({ code: 'FIELD_INVALID' })
        expect(found.message).toContain(says)
      }
      expect(await stored()).toBe(before)
    },
  )
})

describe('accounts.requirements and accounts.addExternal fit together', () => {
  const kinds = [
    ['individual', 'SELF'],
    ['individual', 'THIRD_PARTY'],
    ['business', 'SELF'],
    ['business', 'THIRD_PARTY'],
  ] as const
  test.each(kinds)('200: the examples of every way, of a customer %s, %s', async (kind, whose) => {
    const email = `examples-${whose.toLowerCase()}@x.example`
    const entityId =
      kind === 'individual'
        ? await makeEntity(bff)
        : (await bff.post('/api/v1/xfer/entity/create', aBusiness({ email }))).body.data.entityId
    const { body: all } = await bff.get('/api/v1/xfer/utility/jurisdictions?limit=200')
    for (const { id, name } of all.data) {
      const query = `jurisdictionId=${id}&entityType=${kind}&ownership=${whose}`
      const { body } = await bff.get(`${base}/requirements?${query}`)
      for (const { type, rail, fields } of body.data.types) {
        const examples = fields.map((field: { key: string; example: string }) => [
          field.key,
          field.example,
        ])
        const answers = nestValues(Object.fromEntries(examples))
        const whole = { ...answers, entityId, jurisdictionId: id, type, rail, ownership: whose }
        const added = await bff.post(`${base}/add`, whole)
        const outcome = [name, rail, added.status, added.body.error?.details]
        expect(outcome).toEqual([name, rail, 200, undefined])
      }
    }
  })
})

describe('accounts.addExternal: addresses of EIP-55', () => {
  const addAddress = async (walletAddress: string) => {
    const [token] = await tokens(bff)
    const entityId = await makeEntity(bff)
    const wallet = { walletAddress }
    const body = { entityId, jurisdictionId: token?.id, type: 'WALLET', ownership: 'SELF', wallet }
    return bff.post(`${base}/add`, body)
  }

  test.each(publishedAddresses.valid)('200: %s', async (address) => {
    const { status, body } = await addAddress(address)
    expect([status, body.data?.wallet.walletAddress.toLowerCase()]).toEqual([
      200,
      address.toLowerCase(),
    ])
  })

  test.each(publishedAddresses.refused)('400: %s', async (address) => {
    const before = await stored()
    const { status, body } = await addAddress(address)
    expect([status, body.error?.details]).toMatchObject([400, [{ path: 'wallet.walletAddress' }]])
    expect(await stored()).toBe(before)
  })
})
