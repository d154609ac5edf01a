import type { ErrorDetail } from '@corridor/contract'
import { fail, ok } from '@corridor/domain'
import { detail } from '../../../api/request/refusal.ts'
import { now, type Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { openAccount } from '../../accounts/external/secrets.ts'
import { railsIn, railsOut } from '../../../outside/jurisdictions/jurisdictions.ts'
import type { JurisdictionRecord } from '../../../ports/jurisdictions.ts'
import { hasCapability } from '../../kyc/case/gate.ts'
import type { EntityRow, ExternalAccountRow, FundingRow } from '../../../db/schema/rows.ts'

/** Where a route begins and where it ends, held until the transaction ends. */
export type Ends = {
  funding: FundingRow
  account: ExternalAccountRow
  owner: EntityRow
  recipient: EntityRow
}
type RuleParts = Pick<Deps, 'jurisdictions' | 'rates' | 'kek'>
type Place = Pick<JurisdictionRecord, 'name' | 'type' | 'id'>

/** What holds for both ends before a route between them is made (operations.md 6). */
export async function checkEnds(tx: Tx, deps: RuleParts, ends: Ends) {
  if (isSameAccount(deps, ends)) {
    const text = 'This is the account that the money comes in on.'
    const details = [detail('externalAccountId', 'FIELD_INVALID', text)]
    return fail({ code: 'FIELD_INVALID', details })
  }
  const closed = [...closedEnds(ends), ...(await closedCorridor(tx, deps, ends))]
  if (closed.length > 0) return fail({ code: 'CORRIDOR_UNAVAILABLE', details: closed })
  const unverified = await unverifiedEnds(tx, deps, ends)
  return unverified.length > 0 ? fail({ code: 'KYC_REQUIRED', details: unverified }) : ok(undefined)
}

/** Why a route may not be active now, whatever its partner wants; nothing where it may. */
export async function lockCauses(tx: Tx, deps: Pick<Deps, 'jurisdictions'>, ends: Ends) {
  const { funding, account } = ends
  const unverified = await unverifiedEnds(tx, deps, ends)
  const named = closedEnds({ funding, account }).map((end) => ({
    reason:
      end.path === 'fundingAccountId'
        ? ('FUNDING_DEACTIVATED' as const)
        : ('DESTINATION_DISABLED' as const),
    details: [end],
  }))
  return [
    ...named,
    ...(unverified.length > 0 ? [{ reason: 'COMPLIANCE_HOLD' as const, details: unverified }] : []),
  ]
}

function closedEnds({ funding, account }: Pick<Ends, 'funding' | 'account'>): ErrorDetail[] {
  return [
    ...(funding.status === 'ACTIVE'
      ? []
      : [
          unavailable(
            'fundingAccountId',
            `This funding account is ${funding.status}; it must be ACTIVE.`,
          ),
        ]),
    ...(account.status === 'ENABLED'
      ? []
      : [
          unavailable(
            'externalAccountId',
            `This account is ${account.status}; it must be ENABLED.`,
          ),
        ]),
  ]
}

/** Why nothing goes from here to there now. */
export async function closedCorridor(
  tx: Tx,
  { jurisdictions, rates }: Pick<Deps, 'jurisdictions' | 'rates'>,
  { funding, account }: Pick<Ends, 'funding' | 'account'>,
): Promise<ErrorDetail[]> {
  const from = jurisdictions.byId(funding.jurisdiction_id)
  const to = jurisdictions.byId(account.jurisdiction_id)
  const closed = [
    ...(from && from.status !== 'PAUSED' && railsIn(from).length > 0
      ? []
      : [unavailable('fundingAccountId', `${nameOf(from)} takes no deposits now.`)]),
    ...(to && to.status !== 'PAUSED' && reaches(to, account)
      ? []
      : [unavailable('externalAccountId', `Nothing is paid out to ${nameOf(to)} now.`)]),
  ]
  if (!from || !to || closed.length > 0) return closed
  if (from.type === 'blockchain' && to.type === 'blockchain' && from.id !== to.id) {
    const text = `From ${from.name} to ${to.name} it takes a swap or bridge.`
    return [unavailable('externalAccountId', text)]
  }
  const mid = rates.midRate(from.currency, to.currency, await now(tx))
  // A rate that is only not to be had now does not keep a route from being made.
  if (mid.ok || mid.failure !== 'NO_RATE') return []
  const text = `There is no rate from ${from.currency} to ${to.currency}.`
  return [unavailable('externalAccountId', text)]
}

const reaches = (to: JurisdictionRecord, account: ExternalAccountRow): boolean =>
  railsOut(to).some(({ rail }) => account.rails.length === 0 || account.rails.includes(rail))

const nameOf = (place: Place | undefined) => place?.name ?? 'this jurisdiction'

const unavailable = (path: string, message: string) => detail(path, 'CORRIDOR_UNAVAILABLE', message)

/** Both customers are verified where they are paid, and pay from. */
async function unverifiedEnds(
  tx: Tx,
  { jurisdictions }: Pick<Deps, 'jurisdictions'>,
  { funding, account, owner, recipient }: Ends,
): Promise<ErrorDetail[]> {
  const sides = [
    { path: 'fundingAccountId', entity: owner, jurisdictionId: funding.jurisdiction_id },
    { path: 'externalAccountId', entity: recipient, jurisdictionId: account.jurisdiction_id },
  ]
  const checked = await Promise.all(
    sides.map(async (side) => {
      const { entity, jurisdictionId, path } = side
      if (await hasCapability(tx, entity.partner_id, entity.id, jurisdictionId)) return []
      const text = `The customer is not verified for ${nameOf(jurisdictions.byId(jurisdictionId))}.`
      return [
        detail(path, 'KYC_REQUIRED', text, {
          jurisdictionId,
          kycStatus: entity.kyc_status,
          missing: entity.kyc_missing,
        }),
      ]
    }),
  )
  return checked.flat()
}

/** Money that is forwarded to where it came in would go round for ever. */
function isSameAccount({ kek }: Pick<Deps, 'kek'>, { funding, account }: Ends): boolean {
  if (funding.jurisdiction_id !== account.jurisdiction_id) return false
  const info = funding.deposit_info as Partial<Record<string, string>>
  const address = (account.wallet as { walletAddress?: string } | null)?.walletAddress
  if (address !== undefined) return same(address, info['depositWalletAddress'])
  if (account.sealed_account === null) return false
  const { accountNumber, bankIban } = openAccount(kek, account, account.sealed_account)
  const own = info['bank_account_number']
  return same(accountNumber, own) || same(bankIban, own)
}

const plain = (text: string) => text.replaceAll(/\W/g, '').toLowerCase()
const same = (first: string, other: string | undefined): boolean =>
  other !== undefined && first !== '' && plain(first) === plain(other)
