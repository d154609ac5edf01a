import { describe, expect, test } from 'vitest'
import { checkFields } from '../fields/check.ts'
import { accountTypes, readAccount } from './account-types.ts'
import { countryRules } from './countries.ts'
import { type PublishedAccount, publishedAccounts } from './testing/published.ts'

function issuesOf(account: PublishedAccount, change: Readonly<Record<string, string>> = {}) {
  const [rules] = accountTypes(account.country, { rail: account.rail })
  if (rules?.type !== account.type) throw new Error(`no ${account.type} by ${account.rail}`)
  return checkFields(rules.fields, { ...account.values, ...change }, { required: true })
}

const named = publishedAccounts.map((account) => ({
  title: `${account.country} ${account.rail}`,
  account,
}))

describe.each(named)('$title', ({ account }) => {
  test(`accepts the account of ${account.source}`, () => {
    expect(issuesOf(account)).toEqual([])
  })

  test.each(account.refused.map((refusal) => ({ why: refusal.why, refusal })))(
    'refuses $why, at the field and in words',
    ({ refusal }) => {
      const issues = issuesOf(account, refusal.change)
      expect(issues).toHaveLength(1)
      expect(issues[0]).toMatchObject({ path: refusal.path, code: 'FIELD_INVALID' })
      expect(issues[0]?.message).toContain(refusal.says)
    },
  )

  test('names the bank where it is known', () => {
    const { bankName } = readAccount(account.country, account.type, account.values)
    expect(bankName).toBe(account.bankName)
  })
})

test('every country has a published account with at least three refusals', () => {
  const covered = publishedAccounts
    .filter(({ refused }) => refused.length >= 3)
    .map(({ country }) => country)
  expect(new Set(covered)).toEqual(new Set(countryRules.map(({ code }) => code)))
})
