import { fail, ok, type Result } from '@corridor/signing'
import { decodeTransfer, toChecksumAddress } from '@corridor/signing/evm'
import type { SignerFailure } from '../../base/failures.ts'
import { isWithinBounds } from '../../base/transfer-bounds.ts'
import type { WalletPolicy } from '../../database/tables.ts'
import { factsOf, judge, policyOf, signatoryOf } from '../../policies/judge.ts'
import { countTransfer } from '../../policies/policies.ts'
import { isApproved } from '../../policies/approvals.ts'
import { newestTransferOf, type TransferContent } from '../../policies/transfers.ts'
import {
  findEvmAccount,
  findWalletOf,
  signWithAccount,
  type Wallet,
  type WalletAccount,
} from '../../wallets/wallets.ts'
import { defineEffect, textMember, type EffectContext } from './effect.ts'

type Parameters = {
  signWith: string
  unsignedTransaction: string
  type: 'TRANSACTION_TYPE_ETHEREUM'
}
type Plan = {
  wallet: Wallet
  /** The number of the wallet's newest transfer. */
  newest: number
  account: WalletAccount
  transfer: TransferContent
  record: WalletPolicy | undefined
}

/** Signs one quoted transfer: nothing outside its bounds or the wallet's policy is ever signed. */
export const signTransactionEffect = defineEffect<Parameters, Plan>({
  read: ({ type, unsignedTransaction, ...parameters }) => {
    const signWith = textMember(parameters, 'signWith')
    if (!signWith) return { invalid: 'signWith' }
    if (typeof unsignedTransaction !== 'string') return { invalid: 'unsignedTransaction' }
    if (type !== 'TRANSACTION_TYPE_ETHEREUM') return { invalid: 'type' }
    return { signWith, unsignedTransaction, type }
  },
  check: async (context, { signWith, unsignedTransaction }) => {
    const { tx, entity, bounds } = context
    const [account, wallet, newest] = await Promise.all([
      findEvmAccount(tx, entity.entityId, signWith),
      findWalletOf(tx, entity.entityId, signWith),
      newestTransferOf(tx, entity.entityId, signWith),
    ])
    if (!account || !wallet) return fail({ code: 'WALLET_NOT_FOUND' })
    const decoded = decodeTransfer(unsignedTransaction)
    if (!decoded.ok || !bounds || !isWithinBounds(unsignedTransaction, bounds)) {
      return fail({ code: 'POLICY_BLOCKED', reason: 'OUT_OF_BOUNDS' })
    }
    const record = entity.policies.find((policy) => policy.wallet_id === wallet.wallet_id)
    const plan = { wallet, newest, account, transfer: decoded.value, record }
    const allowed = await checkPolicy(context, plan)
    return allowed.ok ? ok(plan) : allowed
  },
  apply: async (
    context,
    { unsignedTransaction },
    { wallet, newest, account, transfer, record },
  ) => {
    const { vault, entity, signatures } = context
    const [initiator] = signatures
    if (!initiator) throw new Error('A transfer is signed without a signature of its owner.')
    await countTransfer(
      vault,
      context.tx,
      entity,
      { record, newest },
      {
        wallet_id: wallet.wallet_id,
        entity_id: entity.entityId,
        activity_id: context.activityId,
        credential_id: initiator.credentialId,
        root_id: initiator.rootId,
        method: initiator.method,
        chain_id: transfer.chainId,
        token: toChecksumAddress(transfer.token),
        recipient: toChecksumAddress(transfer.recipient),
        amount: transfer.amount.toString(),
        signed_at: entity.now,
      },
    )
    return ok(await signWithAccount(vault, entity, wallet, account, unsignedTransaction))
  },
})

/**
 * The wallet's policy. Who signs is known at submit; before, a transfer is refused where nobody of
 * the entity could sign it.
 */
async function checkPolicy(
  { vault, tx, entity, signatures }: EffectContext,
  { wallet, transfer, record }: Plan,
): Promise<Result<undefined, SignerFailure>> {
  if (!record) return ok(undefined)
  const policy = policyOf(record)
  const facts = await factsOf(vault, tx, entity, { walletId: wallet.wallet_id, record }, transfer)
  const [initiator, ...others] = signatures
  const possible = initiator ? [initiator] : entity.live.map(signatoryOf)
  const decisions = possible.map((signatory) => judge(policy, facts, signatory))
  const best = decisions.find(({ outcome }) => outcome !== 'deny') ?? decisions[0]
  if (!best || best.outcome === 'deny')
    return fail({ code: 'POLICY_BLOCKED', reason: 'POLICY_DENIED', because: best?.because ?? [] })
  if (best.outcome === 'allow' || !initiator || isApproved(best.needs, others)) return ok(undefined)
  return fail({
    code: 'POLICY_BLOCKED',
    reason: 'FURTHER_STAMP_REQUIRED',
    because: best.because,
  })
}
