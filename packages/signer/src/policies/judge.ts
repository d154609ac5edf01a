import { PolicyRules, type Policy } from '@corridor/contract/policy'
import {
  decide,
  movedAmounts,
  windowsOf,
  type Amounts,
  type Decision,
  type Facts,
  type Past,
} from '@corridor/domain/policy'
import { toChecksumAddress } from '@corridor/signing/evm'
import { addMs, SECOND_MS } from '../base/time.ts'
import type { LockedEntity } from '../credentials/credentials.ts'
import type { Credential, SignedTransfer, WalletPolicy } from '../database/tables.ts'
import type { Tx, Vault } from '../vault/vault.ts'
import { hasPaid, transfersSince, type TransferContent } from './transfers.ts'

/** Whoever signs: `method` is `passkey`, `api_key` or `session`; `rootId` the method behind it. */
export type Signatory = { credentialId: string; rootId: string; method: string }

/** Everything about a transfer but who signs it. */
export type TransferFacts = Omit<Facts, 'initiator'>

/** Without a policy a wallet signs whatever was quoted. */
const noPolicy: Policy = { version: 0, rules: [], otherwise: 'allow' }

/** The rules as they were checked when they were set. */
export function policyOf(record: WalletPolicy | undefined): Policy {
  if (!record) return noPolicy
  return { ...PolicyRules.parse(JSON.parse(record.rules)), version: record.version }
}

/** What is known of a transfer when it is to be signed, with what the wallet signed before. */
export async function factsOf(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  wallet: { walletId: string; record: WalletPolicy | undefined },
  transfer: TransferContent,
): Promise<TransferFacts> {
  const { walletId, record } = wallet
  const policy = policyOf(record)
  const place = { entityId: entity.entityId, walletId }
  const known = record ? { ...place, last: record.last_transfer } : place
  const since = addMs(entity.now, -longestWindow(policy) * SECOND_MS)
  const [past, isKnown] = await Promise.all([
    transfersSince(vault, tx, known, since),
    hasPaid(vault, tx, place, toChecksumAddress(transfer.recipient)),
  ])
  return {
    ...contentFacts(vault, policy, walletId, transfer),
    payee: isKnown ? 'known' : 'new',
    at: entity.now.getTime(),
    history: past.map((row) => pastOf(vault, policy, row)),
  }
}

/** What a policy says to a transfer of this signatory. */
export function judge(
  policy: Policy,
  facts: TransferFacts,
  { method, rootId }: Pick<Signatory, 'method' | 'rootId'>,
): Decision {
  return decide(policy, {
    ...facts,
    scopes: { ...facts.scopes, initiator: rootId },
    initiator: [`method:${method}`, `key:${rootId}`],
  })
}

/** The facts that the transaction itself gives. */
export function contentFacts(
  vault: Vault,
  policy: Policy,
  walletId: string,
  transfer: TransferContent,
) {
  const recipient = toChecksumAddress(transfer.recipient)
  const asset = assetOf(vault, transfer)
  return {
    operation: 'sign',
    amounts: amountsOf(vault, policy, transfer),
    ...(asset && { asset: asset.currency }),
    direction: 'out',
    destinations: [recipient],
    scopes: { wallet: walletId, payee: recipient },
  }
}

/** An earlier transfer as one that limits over time count. */
export function pastOf(vault: Vault, policy: Policy, row: SignedTransfer): Past {
  const scopes = { wallet: row.wallet_id, payee: row.recipient, initiator: row.root_id }
  return { at: row.signed_at.getTime(), amounts: amountsOf(vault, policy, contentOf(row)), scopes }
}

export const contentOf = (row: SignedTransfer): TransferContent => ({
  chainId: row.chain_id,
  token: row.token,
  recipient: row.recipient,
  amount: BigInt(row.amount),
})

/** In the asset, and in dollars where it is worth one; nothing is known of another token. */
function amountsOf(vault: Vault, policy: Policy, transfer: TransferContent): Amounts {
  const asset = assetOf(vault, transfer)
  if (!asset) return {}
  const amount = decimalText(transfer.amount, asset.decimals)
  const moved = { asset: asset.currency, amount }
  return movedAmounts(policy, asset.isDollar ? { ...moved, dollars: amount } : moved)
}

const assetOf = (vault: Vault, { chainId, token }: TransferContent) =>
  vault.assets.find(
    (known) => known.chainId === chainId && known.token.toLowerCase() === token.toLowerCase(),
  )

/** The amount of a transfer with its decimals; base units of a token that is not known. */
export function shownAmount(vault: Vault, transfer: TransferContent) {
  const asset = assetOf(vault, transfer)
  return {
    minor: transfer.amount.toString(),
    scale: asset?.decimals ?? 0,
    currency: asset?.currency ?? transfer.token,
  }
}

function decimalText(minor: bigint, decimals: number): string {
  const digits = minor.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/**
 * Who a credential is. A method of codes or tokens signs by its sessions; however many they are,
 * they are one person.
 */
export function signatoryOf(stamper: Credential): Signatory {
  const rootId = stamper.parent_id ?? stamper.credential_id
  const method =
    stamper.kind === 'PASSKEY' || stamper.kind === 'API_KEY'
      ? stamper.kind.toLowerCase()
      : 'session'
  return { credentialId: stamper.credential_id, rootId, method }
}

export const longestWindow = (policy: Policy): number =>
  Math.max(0, ...windowsOf(policy).map(({ windowSeconds }) => windowSeconds))
