import { drawFrom } from './draw.ts'
import { schemes } from './schemes.ts'
import type { AccountRequest, BankAccountDetails } from '../port/bank.ts'
import { type OperatorAccount, operatorAccountFor } from './operator-accounts.ts'

type Opened = { ok: true; value: BankAccountDetails } | { ok: false; failure: 'COUNTRY_NOT_SERVED' }

/**
 * A number of its own that leads to the operator account: derived from the reference and the bank's
 * part alone, so that asking again gives the same one, in any process.
 */
export function openVirtualAccount(
  accounts: readonly OperatorAccount[],
  { reference, countryCode, currency }: AccountRequest,
): Opened {
  const operatorAccount = operatorAccountFor(accounts, { countryCode, currency })
  const scheme = schemes[countryCode]
  if (!operatorAccount || !scheme) return { ok: false, failure: 'COUNTRY_NOT_SERVED' }
  const { routingNumber, bankName, bankAddress, virtualPrefix: prefix } = operatorAccount
  const issuer = {
    routingNumber,
    bankPart: scheme.bankPartOf(operatorAccount.accountNumber),
    prefix,
  }
  const numberFrom = (text: string) => scheme.account(drawFrom(text), issuer)
  const seed = `${countryCode}\n${currency}\n${reference}`
  const first = numberFrom(seed)
  return {
    ok: true,
    value: {
      currency,
      bankName,
      bankAddress,
      routingNumber,
      // The operator account's own number is reserved.
      accountNumber: first === operatorAccount.accountNumber ? numberFrom(`${seed}\nagain`) : first,
      rail: scheme.rail,
    },
  }
}
