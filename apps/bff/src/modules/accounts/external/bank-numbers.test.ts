import { createSimulatedBank } from '@corridor/banks'
import { createMemoryBooks } from '@corridor/banks/testing'
import { accountTypes, checkFields, countryRules } from '@corridor/domain'
import { describe, expect, test } from 'vitest'
import {
  jurisdictionId,
  listJurisdictions,
  railsIn,
} from '../../../outside/jurisdictions/jurisdictions.ts'

const bank = createSimulatedBank({ books: createMemoryBooks() })
const jurisdictions = listJurisdictions([])

describe.each(countryRules.map(({ code }) => [code]))('a simulated account in %s', (code) => {
  const jurisdiction = jurisdictions.byId(jurisdictionId(`country:${code}`))
  const open = async (reference: string) => {
    const currency = jurisdiction?.currency ?? ''
    const request = { reference, countryCode: code, currency, holderName: 'Ada Okonkwo' }
    const opened = await bank.openAccount(request)
    if (!opened.ok) throw new Error(opened.failure)
    return opened.value
  }

  test('is on a rail that takes money in there', async () => {
    const { rail } = await open('rail')
    const rails = jurisdiction ? railsIn(jurisdiction) : []
    expect(rails.map((item) => item.rail)).toContain(rail)
  })

  test('has numbers that the country’s own form accepts', async () => {
    const { rail, routingNumber, accountNumber } = await open('form')
    const form = accountTypes(code).find((type) => type.type === 'BANK' && type.rail === rail)
    const fields = form?.fields ?? []
    const routing = fields.find(({ key }) => key === 'account.bankRoutingNumber')
    // Bank and branch stand one after the other where the form asks for them apart; Canada begins
    // electronic ones with a zero.
    const codes = code === 'CA' ? routingNumber.slice(1) : routingNumber
    const bankLength = routing?.example.length ?? 0
    const submitted: Record<string, string> = {
      'account.iban': accountNumber,
      'account.accountNumber': accountNumber,
      'account.bic': /^[A-Z]{6}/.test(routingNumber) ? routingNumber : '',
      'account.bankRoutingNumber': codes.slice(0, bankLength),
      'account.branchCode': codes.slice(bankLength),
    }
    const asked = fields.filter(({ key }) => (submitted[key] ?? '') !== '')
    expect(asked.length).toBeGreaterThan(0)
    const values = Object.fromEntries(asked.map(({ key }) => [key, submitted[key] ?? '']))
    expect(checkFields(asked, values, { required: false })).toEqual([])
  })
})
