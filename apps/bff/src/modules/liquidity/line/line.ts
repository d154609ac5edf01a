import { asHex, type Hex } from '@corridor/chains'
import { assetName, fail, formatId, fromWire, ok } from '@corridor/domain'
import { liquidityWallet, operationalWallet } from '@corridor/signer'
import { detail } from '../../../api/request/refusal.ts'
import type { ChainLink } from '../../../ports/chain.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { TokenJurisdiction } from '../../../ports/jurisdictions.ts'
import type { LineRow } from '../../../db/schema/rows.ts'
import { findLine, insertLine } from '../../../records/liquidity/line-store.ts'
import { liquidityTerms } from '../../../records/partners/liquidity-terms.ts'
import { findSettings } from '../../../records/partners/terms-store.ts'

type Parts = Pick<Deps, 'db' | 'signer' | 'jurisdictions'>

/** Opens credit lines at their first use: the partner's addresses are announced before it sees them. */
export function createLines(deps: Parts) {
  const opened = new Set<string>()
  return { open, assetOf }

  async function open(partnerId: string): Promise<void> {
    if (opened.has(partnerId)) return
    const partner = await deps.db.withPartner(partnerId, (tx) => findSettings(tx, partnerId))
    if (!partner) throw new Error(`no partner ${partnerId}`)
    const { jurisdictionId } = liquidityTerms(partner.settings, partner.environment)
    const token = tokenOf(deps, jurisdictionId)
    const id = formatId('par', partnerId)
    const [deposit, operational] = await Promise.all([
      deps.signer.depositAddress(liquidityWallet(id)),
      deps.signer.depositAddress(operationalWallet(id)),
    ])
    await deps.db.withPartner(partnerId, (tx) =>
      insertLine(tx, {
        partner_id: partnerId,
        ...assetColumns(token),
        deposit_address: deposit.address.toLowerCase(),
        operational_address: operational.address.toLowerCase(),
      }),
    )
    opened.add(partnerId)
  }

  /** The currency of a partner's line, which is opened where it is not. */
  async function assetOf(partnerId: string): Promise<string> {
    await open(partnerId)
    const line = await deps.db.withPartner(partnerId, (tx) => findLine(tx, partnerId))
    return line?.currency ?? ''
  }
}
export type Lines = ReturnType<typeof createLines>

/** The token of a credit line: the one that was agreed, or the first of the instance. */
export function tokenOf(
  { jurisdictions }: Pick<Deps, 'jurisdictions'>,
  jurisdictionId: string | undefined,
): TokenJurisdiction {
  const id = jurisdictionId ?? jurisdictions.all.find(({ type }) => type === 'blockchain')?.id
  const token = id === undefined ? undefined : jurisdictions.tokenById(id)
  if (!token) throw new Error(`no credit line can be in the jurisdiction ${id ?? 'of none'}`)
  return token
}

/** What a line's row says of its asset. */
export const assetColumns = (token: TokenJurisdiction) => ({
  jurisdiction_id: token.id,
  chain_id: token.chainId,
  token: token.tokenAddress.toLowerCase(),
  currency: token.currency,
  scale: token.currencyScale,
})

type OfAsset = Pick<LineRow, 'chain_id' | 'currency' | 'scale'>

/** How the ledger names the asset of a line, a drawing or a frame. */
export const ledgerAsset = ({ chain_id, currency, scale }: OfAsset) => ({
  asset: assetName(currency, chain_id),
  scale,
})

export function chainOf({ chains }: Pick<Deps, 'chains'>, chainId: string): ChainLink {
  const chain = chains.get(chainId)
  if (!chain) throw new Error(`this instance has no chain ${chainId}`)
  return chain
}

/** Where the service pays out on a chain. */
export const treasuryOf = (chain: ChainLink) =>
  ({ kind: 'CHAIN', address: chain.treasury.address }) as const

/** The page of a chain's explorer, or '' where it has none. */
export function explorerUrl(
  { chains }: Pick<Deps, 'chains'>,
  chainId: string,
  kind: 'tx' | 'address',
  id: string,
): string {
  const explorer = chains.get(chainId)?.definition.explorerUrl
  return explorer === undefined || id === '' ? '' : `${explorer.replace(/\/$/, '')}/${kind}/${id}`
}

/** Refuses an asset other than the line's. */
export function checkAsset({ currency }: Pick<LineRow, 'currency'>, asset: string | undefined) {
  if (asset === undefined || asset.toUpperCase() === currency.toUpperCase()) return ok(undefined)
  const text = `The credit line is in ${currency}.`
  return fail({
    code: 'FIELD_INVALID',
    details: [detail('asset', 'FIELD_INVALID', text, { allowed: [currency] })],
  })
}

/** Minor units of an amount in the line's asset. */
export function readAmount(
  { currency, scale }: Pick<LineRow, 'currency' | 'scale'>,
  amount: number,
  path: string,
) {
  const money = fromWire(amount, currency, scale)
  if (money.ok) return ok(money.value.minor)
  const text = `${currency} has ${scale} decimals, and an amount at most 15 digits.`
  return fail({ code: 'AMOUNT_PRECISION', details: [detail(path, 'AMOUNT_PRECISION', text)] })
}

/** Units of an asset, as terms say them, in minor units. */
export const minorOf = ({ scale }: Pick<LineRow, 'scale'>, units: number): bigint =>
  (BigInt(Math.round(units * 100)) * 10n ** BigInt(scale)) / 100n

/** Whom background work names in the audit log. */
export const byService = (partnerId: string) => ({
  partnerId,
  actor: { type: 'service', id: 'liquidity' } as const,
  requestId: '',
})

export const hexOf = (address: string): Hex => asHex(address)
