import { PolicyRules, type Policy } from '@corridor/contract/policy'
import { explain, replay, sentenceOf, type Facts, type Finding } from '@corridor/domain/policy'
import { fail, ok, type Result } from '@corridor/signing'
import { addMs, DAY_MS, SECOND_MS } from '../base/time.ts'
import type { SignerFailure } from '../base/failures.ts'
import { lockEntity, type LockedEntity } from '../credentials/credentials.ts'
import type { SignedTransfer } from '../database/tables.ts'
import { findWallet } from '../wallets/wallets.ts'
import type { Tx, Vault } from '../vault/vault.ts'
import { contentFacts, contentOf, longestWindow, pastOf, policyOf, shownAmount } from './judge.ts'
import { isWalletPolicy } from './policies.ts'
import { firstPayments, transfersSince } from './transfers.ts'

const REPLAY_MS = 30 * DAY_MS
/** The newest transfers, where there were more in the time. */
const REPLAYED_MAX = 1_000

export type PolicyView = {
  walletId: string
  /** 0 where none was set. */
  version: number
  policy: PolicyRules
  sentences: { rule: string; sentence: string }[]
  findings: Finding[]
  changedAt?: string
}
export type ReplayedTransfer = {
  transactionHash: string
  at: string
  /** Base units, and how many decimals they have. */
  minor: string
  scale: number
  currency: string
  recipient: string
  rule: string
  because: string[]
}
export type PolicyReplay = {
  from: string
  to: string
  transfers: number
  refused: ReplayedTransfer[]
  waiting: ReplayedTransfer[]
  allowed: ReplayedTransfer[]
  sentences: PolicyView['sentences']
  findings: Finding[]
}

/** The policy of a wallet, in data and in words. */
export function readPolicy(
  vault: Vault,
  { entityId, walletId }: { entityId: string; walletId: string },
): Promise<Result<PolicyView, SignerFailure>> {
  return withWallet(vault, entityId, walletId, async (_tx, entity) => {
    const record = entity.policies.find(({ wallet_id }) => wallet_id === walletId)
    const policy = policyOf(record)
    const { version, ...rules } = policy
    return {
      walletId,
      version,
      policy: rules,
      ...described(policy),
      ...(record && { changedAt: record.changed_at.toISOString() }),
    }
  })
}

/** What a draft would have decided about the wallet's transfers of the last 30 days. */
export function replayPolicy(
  vault: Vault,
  input: { entityId: string; walletId: string; policy: unknown },
): Promise<Result<PolicyReplay, SignerFailure>> {
  const { entityId, walletId } = input
  const draft = PolicyRules.safeParse(input.policy)
  if (!draft.success || !isWalletPolicy(draft.data))
    return Promise.resolve(fail({ code: 'FIELD_INVALID', reason: 'policy' }))
  return withWallet(vault, entityId, walletId, async (tx, entity) => {
    const before = policyOf(entity.policies.find(({ wallet_id }) => wallet_id === walletId))
    const after: Policy = { ...draft.data, version: before.version + 1 }
    const { past, from } = await pastOfBoth(vault, tx, entity, walletId, [before, after])
    const first = await firstPayments(tx, walletId)
    const replayed = past.filter(({ signed_at }) => signed_at >= from).slice(0, REPLAYED_MAX)
    const cases = replayed.map((row) => ({
      id: row.activity_id,
      facts: factsThen(vault, [before, after], row, past, first),
    }))
    const changes = replay(before, after, cases)
    const rows = new Map(replayed.map((row) => [row.activity_id, row]))
    const hashes = await hashesOf(tx, [...rows.keys()])
    const shown = (changed: typeof changes.newlyDenied): ReplayedTransfer[] =>
      changed.flatMap(({ id, rule, because }) => {
        const row = rows.get(id)
        if (!row) return []
        const judged = { rule: rule ?? '', because: [...because] }
        return [{ ...transferView(vault, row, hashes.get(id) ?? ''), ...judged }]
      })
    return {
      from: from.toISOString(),
      to: entity.now.toISOString(),
      transfers: cases.length,
      refused: shown(changes.newlyDenied),
      waiting: shown([...changes.newlyWaiting, ...changes.otherApprovals]),
      allowed: shown(changes.newlyAllowed),
      ...described(after),
    }
  })
}

function withWallet<T>(
  vault: Vault,
  entityId: string,
  walletId: string,
  work: (tx: Tx, entity: LockedEntity) => Promise<T>,
): Promise<Result<T, SignerFailure>> {
  return vault.inTransaction(async (tx) => {
    const entity = await lockEntity(vault, tx, entityId, 'share')
    const wallet = entity && (await findWallet(tx, entityId, walletId))
    return wallet ? ok(await work(tx, entity)) : fail({ code: 'WALLET_NOT_FOUND' })
  })
}

const described = (policy: Policy) => ({
  sentences: policy.rules.map((rule) => ({ rule: rule.id, sentence: sentenceOf(rule) })),
  findings: explain(policy),
})

/** Transfers of the replay and, before them, of the longest window that either policy asks about. */
async function pastOfBoth(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  walletId: string,
  policies: readonly Policy[],
) {
  const from = addMs(entity.now, -REPLAY_MS)
  const window = Math.max(...policies.map(longestWindow)) * SECOND_MS
  const place = { entityId: entity.entityId, walletId }
  return { from, past: await transfersSince(vault, tx, place, addMs(from, -window)) }
}

/** What was known when a transfer was signed. `past` has the newest first. */
function factsThen(
  vault: Vault,
  policies: readonly [Policy, Policy],
  row: SignedTransfer,
  past: readonly SignedTransfer[],
  first: ReadonlyMap<string, number>,
): Facts {
  // Both policies judge the same facts: what one asks about and the other does not is harmless.
  const asked: Policy = { ...policies[1], rules: policies.flatMap(({ rules }) => rules) }
  const earlier = past.filter(({ sequence }) => sequence < row.sequence)
  const facts = contentFacts(vault, asked, row.wallet_id, contentOf(row))
  return {
    ...facts,
    payee: first.get(row.recipient) === row.sequence ? 'new' : 'known',
    at: row.signed_at.getTime(),
    scopes: { ...facts.scopes, initiator: row.root_id },
    initiator: [`method:${row.method}`, `key:${row.root_id}`],
    history: earlier.map((item) => pastOf(vault, asked, item)),
  }
}

async function hashesOf(tx: Tx, activityIds: string[]): Promise<Map<string, string>> {
  if (activityIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('signer.activity')
    .select(['activity_id', 'result'])
    .where('activity_id', 'in', activityIds)
    .execute()
  return new Map(
    rows.map(({ activity_id, result }) => {
      const hash = result?.['transactionHash']
      return [activity_id, typeof hash === 'string' ? hash : '']
    }),
  )
}

function transferView(vault: Vault, row: SignedTransfer, transactionHash: string) {
  return {
    transactionHash,
    at: row.signed_at.toISOString(),
    ...shownAmount(vault, contentOf(row)),
    recipient: row.recipient,
  }
}
