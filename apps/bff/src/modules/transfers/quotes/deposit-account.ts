import type { BankAccountDetails } from '@corridor/banks'
import type { DepositAccount } from '@corridor/contract'
import { customerNames, fail, ok, railName, toWire } from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../../api/request/caller.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { JurisdictionRecord } from '../../../ports/jurisdictions.ts'
import { makeReference } from '../../deposits/bank-reference.ts'
import { unavailable } from './corridor.ts'
import type { OrdinaryPlan } from './plan.ts'

/** Where the payer pays in, and by what its payment is known. */
export type Deposit = {
  account: z.output<typeof DepositAccount>
  /** `bank:<reference>` or `chain:<chainId>:<address>`. */
  target: string
  /** The target is the funding account's own, which all its payments share. */
  isShared: boolean
  /** An address that is not watched yet. */
  watch?: { chainId: string; address: string }
}
type Info = Readonly<Record<string, string>>

const collector = 'Corridor Payments'

export type Deposits = ReturnType<typeof createDeposits>

/** Assigns where to pay in. Bank accounts of the service are asked for once. */
export function createDeposits(deps: Pick<Deps, 'bank' | 'signer' | 'random' | 'jurisdictions'>) {
  const collecting = new Map<string, BankAccountDetails>()
  return { open, isReady, makeReady }

  /** Whether a deposit account there needs no outside call. */
  function isReady({ id, type }: JurisdictionRecord): boolean {
    return type === 'blockchain' || collecting.has(id)
  }

  async function makeReady(jurisdiction: JurisdictionRecord) {
    if (isReady(jurisdiction)) return ok(undefined)
    const collected = await collect(jurisdiction)
    return collected.ok ? ok(undefined) : collected
  }

  function open(caller: Caller, plan: OrdinaryPlan, transferId: string) {
    return plan.kind === 'OFF_RAMP' ? onChain(caller, plan, transferId) : atBank(plan)
  }

  async function onChain(
    { svcPartnerId }: Caller,
    { parties: { from }, amounts }: OrdinaryPlan,
    transferId: string,
  ) {
    const { networkName = '', chainId = '', currency, tokenAddress = '' } = from.jurisdiction
    const existing = from.funding && (from.funding.deposit_info as Info)['depositWalletAddress']
    const reference = `exec/${transferId}`
    const address =
      existing ?? (await deps.signer.depositAddress({ partnerId: svcPartnerId, reference })).address
    return ok({
      account: {
        networkName,
        chainId,
        currency,
        tokenAddress,
        depositWalletAddress: address,
        amount: toWire(amounts.inAmount),
      },
      target: `chain:${chainId}:${address.toLowerCase()}`,
      isShared: from.funding !== null,
      ...(from.funding ? {} : { watch: { chainId, address } }),
    })
  }

  async function atBank(plan: OrdinaryPlan) {
    const { entity, funding, jurisdiction } = plan.parties.from
    const reference = makeReference(deps)
    const details = funding
      ? ok(detailsOf(funding.deposit_info as Info))
      : await collect(jurisdiction)
    if (!details.ok) return details
    return ok({
      account: {
        ...numbersOf(details.value, jurisdiction.countryCode ?? ''),
        currency: jurisdiction.currency,
        amount: toWire(plan.amounts.inAmount),
        reference,
        accountHolderName: funding ? railName(customerNames(entity)) : collector,
        paymentRail: plan.rails.railIn.rail,
      },
      target: `bank:${reference}`,
      isShared: false,
    })
  }

  /** The service's own account in a country, which takes what all payers of it pay in. */
  async function collect(jurisdiction: JurisdictionRecord) {
    const known = collecting.get(jurisdiction.id)
    if (known) return ok(known)
    const { countryCode = '', currency } = jurisdiction
    const answer = await deps.bank.openAccount({
      reference: `collection/${jurisdiction.id}`,
      countryCode,
      currency,
      holderName: collector,
    })
    if (answer.ok) {
      collecting.set(jurisdiction.id, answer.value)
      return answer
    }
    if (answer.failure === 'BANK_UNAVAILABLE')
      return fail({ code: 'PROVIDER_UNAVAILABLE', retryAfterSeconds: 1 })
    const text = `Nothing can be paid in in ${jurisdiction.name}.`
    return fail({ code: 'CORRIDOR_UNAVAILABLE', details: [unavailable('fromAccountId', text)] })
  }
}

/** What a funding account says of itself, as its bank gave it. */
const detailsOf = (info: Info): BankAccountDetails => ({
  currency: info['currency'] ?? '',
  bankName: info['bank_name'] ?? '',
  bankAddress: info['bank_address'] ?? '',
  routingNumber: info['bank_routing_number'] ?? '',
  accountNumber: info['bank_account_number'] ?? '',
  rail: info['payment_rail'] ?? '',
})

/** The numbers under the names that each scheme gives them; a number of another scheme is ''. */
function numbersOf(
  { accountNumber, routingNumber, bankName, bankAddress }: BankAccountDetails,
  countryCode: string,
) {
  const isIban = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(accountNumber)
  const isBic = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(routingNumber)
  return {
    accountNumber,
    bankName,
    bankAddress,
    bankCountry: countryCode,
    bankIban: isIban ? accountNumber : '',
    bankBic: isBic ? routingNumber : '',
    bankSwiftCode: isBic ? routingNumber : '',
    bankRoutingNumber: isBic ? '' : routingNumber,
    branchCode: '',
  }
}
