import { createHash } from 'node:crypto'
import { type AccountTypeRules, accountTypes, checkFields } from '@corridor/domain'
import { numberFaults } from './number-faults.ts'
import type { Config } from '../../config/config.ts'
import { StartRefused } from '../../config/start-refused.ts'
import type { LinkBank, LinkedAccount, BankLink } from '../../ports/bank-link.ts'

const testBanks: LinkBank[] = [
  { id: 'harbour', name: 'Harbour Test Bank' },
  { id: 'lighthouse', name: 'Lighthouse Test Bank' },
  { id: 'tideway', name: 'Tideway Test Bank' },
]
const labels = ['Everyday account', 'Savings account']

/** Test banks in every country with bank accounts; the accounts are made of the published examples. */
export function createSandboxBankLink(): BankLink {
  return {
    name: 'sandbox-link',
    simulated: true,
    banks: (country) => Promise.resolve(bankRules(country) ? testBanks : []),
    accounts: (country, bankId, { entityId }) =>
      Promise.resolve(testAccounts(country, bankId, entityId)),
  }
}

const bankRules = (country: string) => accountTypes(country, {}).find(({ type }) => type === 'BANK')

function testAccounts(country: string, bankId: string, entityId: string): LinkedAccount[] {
  const rules = bankRules(country)
  const bank = testBanks.findIndex(({ id }) => id === bankId)
  if (!rules || bank < 0) return []
  const wanted = labels.length * testBanks.length
  const made = variants(rules, wanted, entityId)
  return labels.flatMap((label, i) => {
    const values = made[(bank * labels.length + i) % made.length]
    return values ? [{ ref: `${bankId}-${i + 1}`, label, type: rules.type, values }] : []
  })
}

/** How many numbers are tried for one that passes; national check digits let few through. */
const triesMax = 2_000

/**
 * Accounts like the example of a jurisdiction, which callers add by hand: the last digits of its
 * number are counted up, from a place of this customer's own, and kept where every check still passes.
 */
function variants({ fields }: AccountTypeRules, wanted: number, seed: string) {
  const example = Object.fromEntries(
    fields
      .filter((field) => field.required && field.dependsOn.length === 0)
      .map((field) => [field.key, field.example]),
  )
  const key = ['account.iban', 'account.accountNumber'].find((item) => item in example)
  if (key === undefined) return [example]
  const number = example[key] ?? ''
  const digits = /\d{3,5}$/.exec(number)?.[0] ?? ''
  if (digits === '') return [example]
  const found: (typeof example)[] = []
  const start = createHash('sha256').update(seed).digest().readUInt16BE(0)
  for (let i = 1; i <= triesMax && found.length < wanted; i += 1) {
    const tail = String((start + i) % 10 ** digits.length).padStart(digits.length, '0')
    const changed = { ...example, [key]: number.slice(0, -digits.length) + tail }
    const faults = [
      ...checkFields(fields, changed, { required: true }),
      ...numberFaults(fields, changed),
    ]
    if (tail !== digits && faults.length === 0) found.push(changed)
  }
  return found.length > 0 ? found : [example]
}

/**
 * Where customers of this instance find their own accounts.
 * @throws StartRefused in live, which takes no simulated part
 */
export function openBankLink({ ENVIRONMENT }: Pick<Config, 'ENVIRONMENT'>): BankLink {
  const link = createSandboxBankLink()
  if (ENVIRONMENT === 'live' && link.simulated)
    throw new StartRefused(
      `Live takes no simulated part, and the bank link "${link.name}" is one; no other is built in yet.`,
    )
  return link
}
