import { railName, type TwoNames } from '@corridor/domain'
import type { PayoutInstruction } from '@corridor/banks'
import type { Kek } from '../../../db/kek.ts'
import type { PayoutRow } from '../../../db/schema/rows.ts'
import { openAccount } from '../../accounts/external/secrets.ts'
import type { Beneficiary } from '../../deposits/return-target.ts'
import type { Payee } from './payee-store.ts'

/** Whom an order pays, as its bank is given it: the payee it names, or the account on record. */
export function namedPayee(
  kek: Kek,
  { beneficiary }: Pick<PayoutRow, 'beneficiary'>,
  account: Payee | undefined,
): Pick<PayoutInstruction['beneficiary'], 'name' | 'account'> {
  if (beneficiary !== null) {
    const { name, account: members } = beneficiary as unknown as Beneficiary
    return { name, account: members }
  }
  if (!account) throw new Error('an order to a bank names neither payee nor account')
  return {
    name: railName(account.holder as TwoNames),
    account: account.sealed_account ? openAccount(kek, account, account.sealed_account) : {},
  }
}
