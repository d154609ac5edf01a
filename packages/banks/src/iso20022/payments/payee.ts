import type { PayoutInstruction } from '../../port/bank.ts'
import { type OperatorAccount, operatorAccountFor } from '../../accounts/operator-accounts.ts'
import { element, type Part } from '../xml/writer.ts'
import { payeeName, unnamedCode } from './parties.ts'

type Members = Readonly<Record<string, unknown>>

const text = (members: Members, key: string): string => {
  const value = members[key]
  return typeof value === 'string' ? value.replace(/\s+/g, '') : ''
}
const details = (members: Members): Members => {
  const value = members['additionalDetails']
  return typeof value === 'object' && value !== null ? (value as Members) : {}
}

/** Clearing systems of the external code list, by country. */
const clearingSystems: Readonly<Record<string, string>> = {
  US: 'USABA',
  GB: 'GBDSC',
  CA: 'CACPA',
  AU: 'AUBSB',
  IN: 'INFSC',
  JP: 'JPZGN',
}

/** Kinds of accounts that have numbers of their own in Japan (external code list of account types). */
const japaneseTypes: Readonly<Record<string, string>> = { ORDINARY: 'SVGS', CURRENT: 'CACC' }

/** Kinds of names that a bank looks an account up by (external code list of proxies). */
const proxyCodes: Readonly<Record<string, string>> = {
  EMAIL: 'EMAL',
  PHONE: 'MBNO',
  MOBILE: 'MBNO',
  CPF: 'PVTX',
  CNPJ: 'COTX',
  UEN: 'COID',
}

type Proxy = { kind: string; id: string }

function proxyOf({ countryCode, rail, beneficiary }: PayoutInstruction): Proxy | undefined {
  const more = details(beneficiary.account)
  const pix = text(more, 'pixKey')
  if (pix !== '') return { kind: text(more, 'pixKeyType') || 'RANDOM', id: pix }
  const kind = text(more, 'payNowType')
  if (kind !== '') return { kind, id: text(more, 'payNowMobile') || text(more, 'payNowUen') }
  const phone = text(beneficiary.account, 'accountNumber')
  const isMobileMoney = rail === 'MPESA' || (countryCode === 'KE' && /^\+?254\d{9}$/.test(phone))
  return isMobileMoney && phone !== '' ? { kind: 'MOBILE', id: phone } : undefined
}

/** Why this order cannot be sent to a bank; '' where it can. A code of operations.md 10. */
export function unpayable(accounts: readonly OperatorAccount[], instruction: PayoutInstruction) {
  if (!operatorAccountFor(accounts, instruction)) return 'RAIL_REJECTED'
  if (payeeName(instruction.beneficiary.name) === '') return unnamedCode
  const { account } = instruction.beneficiary
  const number = text(account, 'bankIban') || text(account, 'accountNumber')
  if (number.length > 34) return 'BENEFICIARY_ACCOUNT_INVALID'
  return number !== '' || proxyOf(instruction) ? '' : 'BENEFICIARY_ACCOUNT_INVALID'
}

/** The bank of the payee, where the order names it: by BIC, or by its number in the clearing. */
export function agentElement({ countryCode, beneficiary }: PayoutInstruction): Part {
  const { account } = beneficiary
  const bic = (text(account, 'bankBic') || text(account, 'bankSwiftCode')).toUpperCase()
  if (/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic))
    return element('CdtrAgt', element('FinInstnId', element('BICFI', bic)))
  const routing = text(account, 'bankRoutingNumber')
  if (routing === '') return undefined
  // In Canada a zero, the institution and the transit number are one; elsewhere bank and branch.
  const member = `${countryCode === 'CA' ? '0' : ''}${routing}${text(account, 'branchCode')}`
  const system = clearingSystems[countryCode]
  return element(
    'CdtrAgt',
    element(
      'FinInstnId',
      element(
        'ClrSysMmbId',
        system === undefined ? undefined : element('ClrSysId', element('Cd', system)),
        element('MmbId', member.slice(0, 35)),
      ),
    ),
  )
}

function typeElement(type: string): Part {
  if (type === '') return undefined
  const code = japaneseTypes[type]
  return element('Tp', code === undefined ? element('Prtry', type) : element('Cd', code))
}

/** The account of the payee: IBAN, national number, or the name that its bank knows it by. */
export function accountElement(instruction: PayoutInstruction): Part {
  const { account } = instruction.beneficiary
  const iban = text(account, 'bankIban').toUpperCase()
  if (iban !== '') return element('CdtrAcct', element('Id', element('IBAN', iban)))
  const other = (id: string) => element('Id', element('Othr', element('Id', id)))
  const proxy = proxyOf(instruction)
  const type = instruction.countryCode === 'JP' ? text(account, 'accountType') : ''
  if (!proxy) return element('CdtrAcct', other(text(account, 'accountNumber')), typeElement(type))
  const code = proxyCodes[proxy.kind]
  const kind = code === undefined ? element('Prtry', proxy.kind.slice(0, 35)) : element('Cd', code)
  // The schema wants an account even where only its name is known.
  return element(
    'CdtrAcct',
    other('NOTPROVIDED'),
    element('Prxy', element('Tp', kind), element('Id', proxy.id)),
  )
}
