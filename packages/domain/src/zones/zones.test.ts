import { countrySpecs } from 'ibantools'
import { describe, expect, test } from 'vitest'
import { checkFields } from '../fields/check.ts'
import { isCountry } from '../fields/basics.ts'
import { ibanFault } from '../fields/iban.ts'
import { accountTypes, readAccount } from '../jurisdictions/account-types.ts'
import { countryRules } from '../jurisdictions/countries.ts'
import { sepa } from './sepa.ts'
import { zoneOfRail } from './zones.ts'

/** SWIFT, IBAN registry: the examples of the countries of the zone. */
const examples = `
  AD1200012030200359100100 AL47212110090000000235698741 AT611904300234573201 BE68539007547034
  BG80BNBG96611020345678 CH9300762011623852957 CY17002001280000001200527600 CZ6508000000192000145399
  DE89370400440532013000 DK5000400440116243 EE382200221020145685 ES9121000418450200051332
  FI2112345600000785 FR1420041010050500013M02606 GB29NWBK60161331926819 GI75NWBK000000007099453
  GR1601101250000000012300695 HR1210010051863000160 HU42117730161111101800000000 IE29AIBK93115212345678
  IS140159260076545510730339 IT60X0542811101000000123456 LI21088100002324013AA LT121000011101001000
  LU280019400644750000 LV80BANK0000435195001 MC5811222000010123456789030 MD24AG000225100013104168
  ME25505000012345678951 MK07250120000058984 MT84MALT011000012345MTLCAST001S NL91ABNA0417164300
  NO9386011117947 PL61109010140000071219812874 PT50000201231234567890154 RO49AAAA1B31007593840000
  RS35260005601001611379 SE4550000000058398257466 SI56263300012039086 SK3112000000198742637541
  SM86U0322509800000000270100 VA59001123000012345678
`
  .trim()
  .split(/\s+/u)

const euroCodes = countryRules.filter(({ currency }) => currency === 'EUR').map(({ code }) => code)

describe('SEPA', () => {
  test('is 41 countries, each with IBANs of a known length', () => {
    expect(new Set(sepa.countries).size).toBe(41)
    for (const code of [...sepa.countries, ...sepa.territories]) {
      expect(isCountry(code), code).toBe(true)
      expect(countrySpecs[code]?.chars, code).toBeGreaterThan(14)
    }
    const covered = examples.map((iban) => iban.slice(0, 2))
    expect(covered.toSorted()).toEqual([...sepa.countries, ...sepa.territories].toSorted())
  })

  test.each(examples)('%s can be paid in euro, wherever in the zone it is added', (iban) => {
    for (const code of euroCodes) {
      const [rules] = accountTypes(code)
      const values = { 'account.iban': iban }
      expect(checkFields(rules?.fields ?? [], values, { required: true })).toEqual([])
      const { account } = readAccount(code, 'BANK', values)
      expect(account).toMatchObject({ bankIban: iban, bankCountry: iban.slice(0, 2) })
    }
  })

  test('is reached by its two rails, and by no rail of a single country', () => {
    for (const rail of sepa.rails) expect(zoneOfRail(rail)).toBe(sepa)
    const others = countryRules.filter(({ currency }) => currency !== 'EUR')
    for (const { rail } of others.flatMap(({ rails }) => rails))
      expect(zoneOfRail(rail), rail).toBeUndefined()
  })
})

test('another last character, and another length, are refused in each of its countries', () => {
  for (const iban of examples) {
    const last = iban.at(-1) ?? ''
    const other = /\d/u.test(last) ? String((Number(last) + 1) % 10) : last === 'A' ? 'B' : 'A'
    expect(ibanFault(iban), iban).toBeUndefined()
    expect(ibanFault(iban.slice(0, -1) + other), iban).toBeDefined()
    expect(ibanFault(`${iban}0`), iban).toContain('characters')
  }
})
