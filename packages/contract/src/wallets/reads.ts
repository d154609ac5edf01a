import { z } from 'zod'
import { enveloped, listed, pageQuery, recordId, sortBy, text, timestamp } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'
import { PolicyRules } from '../base/policy.ts'
import { AuthMethod, WalletAccount, WalletBalance, walletOwner, WalletSession } from './shapes.ts'

const WalletListItem = z
  .object({
    walletId: z.string(),
    walletName: z.string(),
    entityId: z.string(),
    entityName: z.string(),
    createdAt: timestamp(),
    accounts: z.array(WalletAccount),
    /** Kinds of its owner's active primary methods. */
    authTypes: z.array(z.string()),
    passkeys: z.int(),
    lastSignedAt: timestamp().optional(),
    /** Absent where a chain cannot be reached now. */
    balances: z.array(WalletBalance).optional(),
  })
  .meta({ id: 'WalletListItem' })

const WalletSettings = z.object({
  /** How long an export waits after it was signed for, in seconds. */
  exportDelaySeconds: z.int().min(0).max(604_800),
})
const WalletSettingsView = WalletSettings.extend({
  /** Uncompressed hex: the key that signs every bundle, to compare with what you keep of it. */
  bundlePublicKey: z.string(),
}).meta({ id: 'WalletSettings' })

/** One past transfer as a draft of a policy would have judged it. */
const ReplayedTransfer = z.object({
  transactionHash: z.string(),
  at: timestamp(),
  amount: z.number(),
  currency: z.string(),
  recipient: z.string(),
  /** The rule that decides; '' where none matches. */
  rule: z.string(),
  because: z.array(z.string()),
})

const PolicySentence = z.object({ rule: z.string(), sentence: z.string() })
const PolicyFinding = z.object({
  rule: z.string(),
  kind: z.string(),
  by: z.string().optional(),
  sentence: z.string(),
})

/** What wallets are, hold, did, and are allowed to do. */
export const walletReads = {
  list: endpoint({
    id: 'wallets.list',
    module: 'wallets',
    method: 'GET',
    path: '/api/v1/wallets',
    summary: 'List the wallets of all entities',
    query: z.object({ ...pageQuery, sort: sortBy(['createdAt']), search: text().optional() }),
    response: listed(WalletListItem),
    failures: ['CURSOR_INVALID'],
  }),
  settings: endpoint({
    id: 'wallets.settings',
    module: 'wallets',
    method: 'GET',
    path: '/api/v1/wallets/settings',
    summary: 'Read the settings of wallets',
    response: enveloped(WalletSettingsView),
    failures: [],
  }),
  updateSettings: endpoint({
    id: 'wallets.updateSettings',
    module: 'wallets',
    method: 'PUT',
    path: '/api/v1/wallets/settings',
    summary: 'Change the settings of wallets',
    stepUp: true,
    body: WalletSettings,
    response: enveloped(WalletSettingsView),
    failures: [],
  }),
  details: endpoint({
    id: 'wallets.details',
    module: 'wallets',
    method: 'GET',
    path: '/api/v1/wallets/{entityId}/details',
    summary: 'Read authentication methods, sessions and wallets',
    params: walletOwner,
    response: enveloped(
      z.object({
        entityId: z.string(),
        authMethods: z.array(AuthMethod),
        sessions: z.array(WalletSession),
        /** Exports that were signed for and wait for their time. */
        waitingExports: z.array(
          z.object({ activityId: z.string(), walletId: z.string(), availableAt: timestamp() }),
        ),
        wallets: z.array(
          z.object({
            walletId: z.string(),
            walletName: z.string(),
            createdAt: timestamp(),
            accounts: z.array(WalletAccount),
          }),
        ),
      }),
    ),
    failures: ['ENTITY_NOT_FOUND'],
  }),
  balances: endpoint({
    id: 'wallets.balances',
    module: 'wallets',
    method: 'GET',
    path: '/api/v1/wallets/{entityId}/balances',
    summary: 'Read balances from the chain',
    params: walletOwner,
    query: z.object({ walletId: recordId().optional(), jurisdictionId: recordId().optional() }),
    response: enveloped(z.array(WalletBalance)),
    failures: ['ENTITY_NOT_FOUND', 'WALLET_NOT_FOUND', 'RECORD_NOT_FOUND', 'PROVIDER_UNAVAILABLE'],
  }),
  transactions: endpoint({
    id: 'wallets.transactions',
    module: 'wallets',
    method: 'GET',
    path: '/api/v1/wallets/{entityId}/transactions/{address}',
    summary: 'List the token transfers of one address',
    params: z.object({ entityId: recordId(), address: recordId() }),
    query: z.object({ ...pageQuery, sort: sortBy(['createdAt']) }),
    response: listed(
      z.object({
        hash: z.string(),
        direction: z.enum(['in', 'out', 'self']),
        from: z.string(),
        to: z.string(),
        /** Whose the other address is, where it is one of the partner's or of the service. */
        counterparty: z.string().optional(),
        amount: z.number(),
        currency: z.string(),
        tokenAddress: z.string(),
        fee: z.number(),
        status: z.string(),
        executionId: z.string().optional(),
        blockNumber: z.int(),
        timestamp: timestamp(),
        url: z.string(),
      }),
    ),
    failures: ['ENTITY_NOT_FOUND', 'ACCOUNT_NOT_FOUND', 'CURSOR_INVALID'],
  }),
  policy: endpoint({
    id: 'wallets.policy',
    module: 'wallets',
    method: 'GET',
    path: '/api/v1/wallets/{entityId}/policy',
    summary: 'Read the policy of a wallet',
    params: walletOwner,
    query: z.object({ walletId: recordId() }),
    response: enveloped(
      z.object({
        walletId: z.string(),
        /** 0 where no policy was set: everything within a quote may be signed. */
        version: z.int(),
        policy: PolicyRules,
        sentences: z.array(PolicySentence),
        findings: z.array(PolicyFinding),
        changedAt: timestamp().optional(),
      }),
    ),
    failures: ['ENTITY_NOT_FOUND', 'WALLET_NOT_FOUND'],
  }),
  replayPolicy: endpoint({
    id: 'wallets.replayPolicy',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/policy/replay',
    summary: 'Judge the transfers of the last 30 days by a draft of a policy',
    scope: 'wallets:read',
    params: walletOwner,
    body: z.object({ walletId: recordId(), policy: PolicyRules }),
    response: enveloped(
      z.object({
        from: timestamp(),
        to: timestamp(),
        transfers: z.int(),
        refused: z.array(ReplayedTransfer),
        waiting: z.array(ReplayedTransfer),
        /** What the present policy would refuse and the draft would not. */
        allowed: z.array(ReplayedTransfer),
        sentences: z.array(PolicySentence),
        findings: z.array(PolicyFinding),
      }),
    ),
    failures: ['ENTITY_NOT_FOUND', 'WALLET_NOT_FOUND'],
  }),
}
