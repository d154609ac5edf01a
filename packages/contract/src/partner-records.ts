import { z } from 'zod'
import { Money, timestamp } from './base/common.ts'
import { transferModes } from './liquidity/records.ts'

/** The partner of interface-specification.md 2. */
export const Partner = z
  .object({
    type: z.literal('PARTNER'),
    svcPartnerId: z.string(),
    partnerName: z.string(),
    transferMode: z.enum(transferModes),
    chainId: z.string(),
    networkName: z.string(),
    tokenAddress: z.string(),
    tokenName: z.string(),
    cryptoTokenId: z.string(),
    partnerDepositWallet: z.string(),
    partnerOperationalWallet: z.string(),
    /** The name of the key that signs for the operational wallet, never a value. */
    secretsKey: z.string(),
    webhookUrl: z.string(),
    isKycThroughUrl: z.boolean(),
    feeRates: z.object({
      ratePerUnitTime: z.number(),
      customerReliabilityScoreRate: z.number(),
      affiliateFeeRate: z.number(),
      fixedBaseRate: z.number(),
      counterPartyRiskPremiumRate: z.number(),
    }),
    limits: z.object({
      creditLimit: z.number(),
      dailyLimit: z.number(),
      txnLimit: z.number(),
      remainingCredit: z.number(),
      dailyUsage: z.number(),
      transactionsOpen: z.int(),
      partialReplenished: z.int(),
      borrowedAmount: z.number(),
      totalRepaymentDue: z.number(),
      totalTransactions: z.int(),
    }),
    url: z.string(),
    tokenBalance: z.number(),
    nativeCurrencyBalance: z.number(),
    nativeCurrency: z.string(),
  })
  .meta({ id: 'Partner' })

export const Withdrawal = z
  .object({
    withdrawalId: z.string(),
    status: z.enum(['PENDING', 'COMPLETED', 'FAILED']),
    amount: Money,
    toWalletAddress: z.string(),
    transactionHash: z.string(),
    url: z.string(),
    createdAt: timestamp(),
  })
  .meta({ id: 'OperationalWithdrawal' })
