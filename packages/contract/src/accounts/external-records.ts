import { z } from 'zod'
import { BankAccount } from '../base/bank-account.ts'
import {
  created,
  enveloped,
  latinText,
  namePart,
  optionalText,
  recordId,
  text,
  timestamp,
} from '../base/common.ts'
import { Field } from '../base/fields.ts'
import { PayeeCheck } from '../base/payee-check.ts'
import { JurisdictionRef } from './jurisdictions.ts'
import {
  accountKinds,
  externalAccountStatuses,
  ownershipProofs,
  proofNeeds,
  proofStatuses,
  startableProofs,
} from './members.ts'

export const ownerships = ['SELF', 'THIRD_PARTY'] as const
const AccountHolder = z
  .object({
    name: z.string().describe('Name of the holder.'),
    latinName: z
      .string()
      .optional()
      .describe(
        'The same in Latin letters, which banks take; absent where the name is in them or none was given.',
      ),
    latinNameProposal: z
      .string()
      .optional()
      .describe('How it may be spelled while `latinName` is missing; may be empty.'),
    type: z.string().describe('Whether the holder is an individual or a business.'),
    address: z
      .record(z.string(), z.string())
      .describe('Address of the holder, member by member; empty where none was asked for.'),
  })
  .meta({ id: 'AccountHolder' })

/** What an account is worth as the customer's own (people.md 2.7). */
const OwnershipProof = z
  .object({
    status: z
      .enum(ownershipProofs)
      .describe('PROVED, only CLAIMED by whoever added it, or REFUSED as the customer’s own.'),
    method: z.string().describe('How it was proved; empty before it was.'),
    scheme: z
      .string()
      .optional()
      .describe('The scheme whose answer proved it; of NAME_CHECK alone.'),
    reference: z
      .string()
      .optional()
      .describe('The scheme’s own reference of that answer; of NAME_CHECK alone.'),
    provedAt: timestamp().optional().describe('When it was proved; absent before it was.'),
    needed: z
      .array(z.enum(proofNeeds))
      .describe('What the account is not used for before it is proved; empty where it is.'),
    ways: z
      .array(z.enum(startableProofs))
      .describe('Ways of proving it that may be begun; empty where it is proved.'),
  })
  .meta({ id: 'OwnershipProof' })
const ExternalAccountShape = z.object({
  accountId: z.string().describe('Id of the account, `acc_…`.'),
  entityId: z.string().describe('Id of the customer whose it is, `ent_…`.'),
  ownership: z.enum(ownerships).describe('Whether the account is the customer’s own or a payee’s.'),
  accountKind: z.enum(accountKinds).describe('Whether it is at a bank, a wallet, or mobile money.'),
  status: z
    .enum(externalAccountStatuses)
    .describe('State of the account; it is paid and pays while it is ENABLED.'),
  statusReason: z.string().describe('Why it has this state; empty where that needs no reason.'),
  jurisdiction: JurisdictionRef.describe('Where the account is: a country, or a token on a chain.'),
  rails: z.array(z.string()).describe('Rails by which the account can be reached.'),
  accountHolder: AccountHolder.describe('Who holds the account.'),
  account: BankAccount.describe(
    'The bank account; its numbers show their end only, and its texts are empty of a wallet.',
  ),
  wallet: z
    .object({
      walletAddress: z.string().describe('Its address on its chain.'),
      networkName: z.string().describe('Name of the chain.'),
      chainId: z.string().describe('Id of the chain, as text.'),
      tokenAddress: z.string().describe('Address of the token’s contract.'),
      provider: z
        .string()
        .optional()
        .describe('Who keeps the wallet, as you stated it; absent where you did not.'),
    })
    .optional()
    .describe('The wallet; absent of a bank account.'),
  verification: z
    .object({
      status: z.string().describe('Result of the check.'),
      nameMatch: z
        .enum(['MATCH', 'CLOSE', 'NO_MATCH', 'UNAVAILABLE'])
        .describe('How the holder’s name fits the one at the bank.'),
      bankName: z
        .string()
        .describe('The holder’s name as the bank has it; empty where it says none.'),
      method: z.string().describe('How it was checked; empty before it was.'),
    })
    .describe('What was checked about the account.'),
  ownershipProof: OwnershipProof.optional().describe(
    'Whether it was proved that the account is the customer’s own; absent of a payee’s.',
  ),
  payeeCheck: PayeeCheck.optional().describe(
    'What its bank answered last about the holder’s name; absent of a wallet, and where it was not asked.',
  ),
  nickname: z.string().describe('Your own name of the account; empty where none was given.'),
  source: z
    .enum(['API', 'LINK'])
    .describe('Whether it was added by the API, or chosen by the customer on a link.'),
  fingerprint: z
    .string()
    .describe('The same for accounts of the same number: by it duplicates are found.'),
  createdAt: timestamp().describe('When it was added.'),
  updatedAt: timestamp().describe('When it was last changed.'),
  lastUsedAt: timestamp()
    .optional()
    .describe('When a transfer last used it, to the minute; absent where none did.'),
  version: z.int().describe('Rises with each change of the account; `If-Match` names it.'),
})
export const ExternalAccount = ExternalAccountShape.meta({ id: 'ExternalAccount' })
export const ExternalAccountDetail = ExternalAccountShape.extend({
  routes: z
    .array(z.string())
    .describe('Ids of the pay-in routes that lead to the account, `tele_…`.'),
  recentTransfers: z
    .array(
      z.object({
        executionId: z.string().describe('Id of the transfer.'),
        status: z.string().describe('State of the transfer.'),
        createdAt: timestamp().describe('When it was quoted.'),
      }),
    )
    .describe('The newest transfers from or to the account.'),
}).meta({ id: 'ExternalAccountDetail' })

/** One attempt to prove that an account is the customer's own. */
export const AccountProof = z
  .object({
    proofId: z.string().describe('Id of the attempt, `prf_…`.'),
    accountId: z.string().describe('Id of the account, `acc_…`.'),
    method: z.enum(startableProofs).describe('How it is proved.'),
    status: z.enum(proofStatuses).describe('State of the attempt.'),
    reason: z.string().describe('Why it was refused; empty otherwise.'),
    message: z
      .string()
      .optional()
      .describe(
        'The text that the wallet signs (EIP-4361, by EIP-191); of WALLET_SIGNATURE alone.',
      ),
    payment: z
      .object({
        amount: z.number().describe('The exact amount to send.'),
        currency: z.string().describe('Code of the token to send.'),
        toAddress: z.string().describe('Where it is sent, from the wallet that is proved.'),
      })
      .optional()
      .describe('The small payment that proves it; of TEST_PAYMENT alone.'),
    answersLeft: z.int().describe('How many answers are left; 0 where none is waited for.'),
    documents: z.array(z.string()).describe('Names of the documents that were sent.'),
    createdAt: timestamp().describe('When it was begun.'),
    expiresAt: timestamp().describe('Until when it can be completed.'),
    decidedAt: timestamp().optional().describe('When it ended; absent while it is open.'),
  })
  .meta({ id: 'AccountProof' })

/** One way to reach an account, with everything it must say. */
export const AccountRequirements = z
  .object({
    jurisdictionId: z.string().describe('Id of the jurisdiction, `jur_…`.'),
    schemaVersion: z
      .string()
      .describe('Version of the requirements; another means that a form should be read again.'),
    types: z
      .array(
        z.object({
          type: z.enum(accountKinds).describe('Kind of the account.'),
          rail: z.string().describe('Rail by which it is reached.'),
          fields: z.array(Field).describe('Fields to be answered, in the order of a form.'),
          etaMinutes: z.number().describe('Minutes that a payment usually takes.'),
          feeHint: z.string().describe('What the rail costs, in a few words; may be empty.'),
        }),
      )
      .describe('Ways to reach an account, each with everything that it needs.'),
    issues: z
      .array(
        z.object({
          path: z.string().describe('Key of the field, or path of the member.'),
          code: z.string().describe('Code of what is wrong, such as FIELD_INVALID.'),
          message: z.string().describe('The same in a sentence.'),
          allowed: z
            .array(z.string())
            .optional()
            .describe('Values that would be taken; absent where they cannot be listed.'),
        }),
      )
      .optional()
      .describe(
        'What a partial form has wrong so far, without what is missing; absent where none was sent.',
      ),
  })
  .meta({ id: 'AccountRequirements' })

/** Members by the keys of the requirements; what a key of them means is the jurisdiction's to say. */
export const AddExternalAccount = z
  .object({
    entityId: recordId().describe('Id of the customer whose it is, `ent_…`.'),
    jurisdictionId: recordId().describe(
      'Id of the jurisdiction, `jur_…`: a country, or a token on a chain.',
    ),
    type: z.enum(accountKinds).describe('Kind of the account.'),
    rail: text(40)
      .optional()
      .describe('Rail whose requirements the account answers; the quickest when absent.'),
    ownership: z
      .enum(ownerships)
      .describe('Whether the account is the customer’s own or a payee’s.'),
    accountHolder: z
      .looseObject({
        name: namePart().optional().describe('Name of the holder.'),
        latinName: latinText()
          .optional()
          .describe('The same in Latin letters, where the name is in another script.'),
        type: optionalText(40)
          .optional()
          .describe('Whether the holder is an individual or a business.'),
        address: z
          .record(z.string().max(40), optionalText())
          .optional()
          .describe('Address of the holder, member by member.'),
      })
      .optional()
      .describe('Who holds the account, by the keys of the requirements.'),
    account: z
      .record(z.string().max(60), z.unknown())
      .optional()
      .describe('The bank account, by the keys of the requirements, such as `iban`.'),
    wallet: z
      .record(z.string().max(60), z.unknown())
      .optional()
      .describe('The wallet, by the keys of the requirements, such as `walletAddress`.'),
    nickname: optionalText().optional().describe('Your own name of the account.'),
    dryRun: z
      .boolean()
      .optional()
      .describe('Whether it is only checked: nothing is stored, and the answer has no id.'),
  })
  .meta({ id: 'AddExternalAccount' })

export const AccountChanged = z.object({
  accountId: z.string().describe('Id of the account, `acc_…`.'),
  status: z.enum(externalAccountStatuses).describe('Its state now.'),
  previousStatus: z.enum(externalAccountStatuses).describe('Its state before.'),
  affectedRoutes: z.array(z.string()).describe('Ids of pay-in routes that this switches off.'),
})

/** Of a dry run, which stores nothing, there is no id. */
export const AddedAccount = enveloped(ExternalAccount.partial({ accountId: true })).extend({
  created: created(),
})
