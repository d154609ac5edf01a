import { z } from 'zod'
import { enveloped, listed, pageQuery, recordId, sortBy, text, timestamp } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'
import { PolicyRules } from '../base/policy.ts'
import { AuthMethod, WalletAccount, WalletBalance, walletOwner, WalletSession } from './shapes.ts'

const WalletListItem = z
  .object({
    walletId: z.string().describe('Id of the wallet, `wal_…`.'),
    walletName: z.string().describe('Name that it was given.'),
    entityId: z.string().describe('Id of its owner, `ent_…`.'),
    entityName: z.string().describe('Name of its owner.'),
    createdAt: timestamp().describe('When it was created.'),
    accounts: z.array(WalletAccount).describe('Its accounts, one for each token on a chain.'),
    authTypes: z.array(z.string()).describe('Kinds of its owner’s active primary methods.'),
    passkeys: z.int().describe('How many passkeys its owner has.'),
    lastSignedAt: timestamp()
      .optional()
      .describe('When something was last signed with it; absent before.'),
    balances: z
      .array(WalletBalance)
      .optional()
      .describe('What it holds now; absent where a chain cannot be reached.'),
  })
  .meta({ id: 'WalletListItem' })

const WalletSettings = z.object({
  exportDelaySeconds: z
    .int()
    .min(0)
    .max(604_800)
    .describe('Seconds that an export waits after it was signed for, at most a week; 0 for none.'),
})
const WalletSettingsView = WalletSettings.extend({
  bundlePublicKey: z
    .string()
    .describe(
      'Key that signs every bundle, uncompressed in hexadecimal: compare it with the one that you keep.',
    ),
}).meta({ id: 'WalletSettings' })

/** One past transfer as a draft of a policy would have judged it. */
const ReplayedTransfer = z.object({
  transactionHash: z.string().describe('Hash of its transaction.'),
  at: timestamp().describe('When it was signed.'),
  amount: z.number().describe('Its amount, in units of the token.'),
  currency: z.string().describe('Code of the token.'),
  recipient: z.string().describe('Address that it went to.'),
  rule: z.string().describe('Id of the rule that decides; empty where none matches.'),
  because: z.array(z.string()).describe('Why, in sentences.'),
})

const PolicySentence = z.object({
  rule: z.string().describe('Id of the rule; empty for everything else.'),
  sentence: z.string().describe('The rule in a sentence.'),
})
const PolicyFinding = z.object({
  rule: z.string().describe('Id of the rule; empty where it is about the policy as a whole.'),
  kind: z.string().describe('What is wrong, such as never or shadowed.'),
  by: z.string().optional().describe('Id of the rule that causes it; absent where none does.'),
  sentence: z.string().describe('The same in a sentence.'),
})

/** What wallets are, hold, did, and are allowed to do. */
export const walletReads = {
  list: endpoint({
    id: 'wallets.list',
    module: 'wallets',
    method: 'GET',
    path: '/api/v1/wallets',
    summary: 'List the wallets of all entities',
    query: z.object({
      ...pageQuery,
      sort: sortBy(['createdAt']),
      search: text().optional().describe('Part of a name of wallet or owner, an id or an address.'),
    }),
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
        entityId: z.string().describe('Id of the customer, `ent_…`.'),
        authMethods: z.array(AuthMethod).describe('Its primary methods.'),
        sessions: z.array(WalletSession).describe('Sessions that have not ended.'),
        waitingExports: z
          .array(
            z.object({
              activityId: z.string().describe('Id of the activity, `act_…`.'),
              walletId: z.string().describe('Id of the wallet, `wal_…`.'),
              availableAt: timestamp().describe('When the same submit answers with the bundle.'),
            }),
          )
          .describe('Exports that were signed for and wait for their time.'),
        wallets: z
          .array(
            z.object({
              walletId: z.string().describe('Id of the wallet, `wal_…`.'),
              walletName: z.string().describe('Name that it was given.'),
              createdAt: timestamp().describe('When it was created.'),
              accounts: z
                .array(WalletAccount)
                .describe('Its accounts, one for each token on a chain.'),
            }),
          )
          .describe('Its wallets, the oldest first.'),
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
    params: z.object({
      entityId: recordId(),
      address: recordId().describe('Address of the customer’s wallet on its chain.'),
    }),
    query: z.object({ ...pageQuery, sort: sortBy(['createdAt']) }),
    response: listed(
      z.object({
        hash: z.string().describe('Hash of the transaction.'),
        direction: z
          .enum(['in', 'out', 'self'])
          .describe('Whether it came in, went out, or stayed at the address.'),
        from: z.string().describe('Address that sent it.'),
        to: z.string().describe('Address that it went to.'),
        counterparty: z
          .string()
          .optional()
          .describe(
            'Whose the other address is, where it is yours or the service’s; absent of any other.',
          ),
        amount: z.number().describe('Its amount, in units of the token.'),
        currency: z.string().describe('Code of the token.'),
        tokenAddress: z.string().describe('Address of the token’s contract.'),
        fee: z.number().describe('What the network charged, in its native coin.'),
        status: z.string().describe('State of the transaction: always CONFIRMED.'),
        executionId: z
          .string()
          .optional()
          .describe('Id of the transfer that it is part of; absent of any other.'),
        blockNumber: z.int().describe('Number of its block.'),
        timestamp: timestamp().describe('Time of its block.'),
        url: z
          .string()
          .describe(
            'Address of the transaction in the chain’s explorer; empty where there is none.',
          ),
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
        walletId: z.string().describe('Id of the wallet, `wal_…`.'),
        version: z
          .int()
          .describe(
            'Rises with each policy; 0 where none was set: everything within a quote may be signed.',
          ),
        policy: PolicyRules.describe('The policy in force.'),
        sentences: z.array(PolicySentence).describe('Its rules in sentences.'),
        findings: z.array(PolicyFinding).describe('Rules that never decide, and why.'),
        changedAt: timestamp().optional().describe('When it was set; absent where none was.'),
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
    body: z.object({
      walletId: recordId().describe('Id of the wallet, `wal_…`.'),
      policy: PolicyRules.describe('The draft to judge by.'),
    }),
    response: enveloped(
      z.object({
        from: timestamp().describe('Start of the 30 days.'),
        to: timestamp().describe('End of the 30 days.'),
        transfers: z.int().describe('How many transfers were judged.'),
        refused: z.array(ReplayedTransfer).describe('Those that the draft would refuse.'),
        waiting: z
          .array(ReplayedTransfer)
          .describe('Those that would wait for further signatures.'),
        allowed: z
          .array(ReplayedTransfer)
          .describe('Those that the present policy would refuse and the draft would not.'),
        sentences: z.array(PolicySentence).describe('Rules of the draft in sentences.'),
        findings: z.array(PolicyFinding).describe('Rules of the draft that never decide, and why.'),
      }),
    ),
    failures: ['ENTITY_NOT_FOUND', 'WALLET_NOT_FOUND'],
  }),
}
