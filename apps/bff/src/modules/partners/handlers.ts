import { partners } from '@corridor/contract'
import { formatId, toText, toWire } from '@corridor/domain'
import { type Handlers, inTwoParts, success } from '../../api/handlers.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { PartnerService } from './service.ts'

const valueOrThrow = answersFor({
  TRANSACTION_HASH_INVALID: 'This transaction is no payment to the service.',
  SIGNATURE_INVALID: 'The signature does not fit the transaction hash and its sender.',
  POLICY_BLOCKED: 'Compliance does not allow this payment now.',
  INSUFFICIENT_BALANCE: 'There are no fees to settle in this currency.',
})

export function partnerHandlers(
  service: PartnerService,
): Omit<Handlers<typeof partners>, 'me' | 'read'> {
  return {
    paymentsBalance: async (tx, _input, caller) =>
      success(await service.balances.payments(tx, caller)),
    // A refusal of the first part is returned in the second, where a stored answer of the key comes
    // first.
    paymentsDeposit: inTwoParts({
      before: ({ body }, caller) => service.payments.prepare(caller, body),
      handle: async (tx, _input, caller, prepared) => {
        const recorded = await service.payments.record(tx, caller, valueOrThrow(prepared))
        const { deposit, balance } = valueOrThrow(recorded)
        const { amount, scale, currency } = deposit
        const message = `${toText(amount, scale)} ${currency} credited.`
        const data = {
          depositId: formatId('dep', deposit.id),
          status: 'CREDITED' as const,
          amount: toWire({ minor: amount, scale }),
          currency,
          balanceAfter: toWire({ minor: balance, scale }),
          message,
        }
        return success(data, message)
      },
    }),
    settleFees: async (tx, { body }, caller) => {
      const { currency, scale, amount, balance } = valueOrThrow(
        await service.settleFees(tx, caller, body.currency),
      )
      const message = `${toText(amount, scale)} ${currency} credited.`
      const wire = (minor: bigint) => toWire({ minor, scale })
      const data = { currency, amount: wire(amount), balanceAfter: wire(balance), message }
      return success(data, message)
    },
    prepaidBalance: async (tx, _input, caller) => {
      const { successor } = partners.prepaidBalance.deprecated
      const data = await service.balances.prepaid(tx, caller)
      return success({ ...data, deprecated: true, successor })
    },
    prepaidDeposit: inTwoParts({
      before: ({ body }, caller) => service.prepaid.prepare(caller, body),
      handle: async (tx, _input, caller, prepared) => {
        const recorded = await service.prepaid.record(tx, caller, valueOrThrow(prepared))
        const { amount, scale, currency, ...deposit } = valueOrThrow(recorded)
        const message = `${toText(amount, scale)} ${currency} credited.`
        const { mint_hash: mintTransactionHash, mint_address: mintAddress } = deposit
        return success({ mintTransactionHash, mintAddress, message }, message)
      },
    }),
  }
}
