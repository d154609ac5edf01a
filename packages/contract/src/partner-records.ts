import { z } from 'zod'
import { Money, timestamp } from './base/common.ts'
import { transferModes } from './liquidity/records.ts'

/** The partner of interface-specification.md 2. */
export const Partner = z
  .object({
    type: z.literal('PARTNER').describe('Always PARTNER here.'),
    svcPartnerId: z.string().describe('Id of your partner account, `par_…`.'),
    partnerName: z.string().describe('Name of the partner.'),
    transferMode: z
      .enum(transferModes)
      .describe('When drawings are disbursed where they do not ask: IMMEDIATE.'),
    chainId: z.string().describe('Id of the credit line’s chain, as text.'),
    networkName: z.string().describe('Name of the credit line’s chain.'),
    tokenAddress: z.string().describe('Address of the contract of the credit line’s token.'),
    tokenName: z.string().describe('Name of the credit line’s token.'),
    cryptoTokenId: z.string().describe('Id of the token’s jurisdiction, `jur_…`.'),
    partnerDepositWallet: z.string().describe('Address that takes your fees and repayments.'),
    partnerOperationalWallet: z
      .string()
      .describe('Address of your operational wallet, which repays drawings.'),
    secretsKey: z
      .string()
      .describe('Name of the key that signs for the operational wallet; never its value.'),
    webhookUrl: z
      .string()
      .describe('Address that events are sent to; empty without a registration.'),
    isKycThroughUrl: z
      .boolean()
      .describe('Whether customers are verified on a page of the service: always false.'),
    feeRates: z
      .object({
        ratePerUnitTime: z.number().describe('For each started hour of a drawing.'),
        customerReliabilityScoreRate: z.number().describe('What reliability takes off.'),
        affiliateFeeRate: z.number().describe('For the affiliate, whatever the time.'),
        fixedBaseRate: z.number().describe('Fixed part, whatever the time.'),
        counterPartyRiskPremiumRate: z.number().describe('For the risk of the counterparty.'),
      })
      .describe('Rates of a drawing’s fee, in hundredths of a percent.'),
    limits: z
      .object({
        creditLimit: z.number().describe('The most that may be owed.'),
        dailyLimit: z.number().describe('The most of a day (UTC).'),
        txnLimit: z.number().describe('The most of a single drawing.'),
        remainingCredit: z.number().describe('What may still be drawn.'),
        dailyUsage: z.number().describe('What was drawn today (UTC).'),
        transactionsOpen: z.int().describe('How many drawings are not repaid whole.'),
        partialReplenished: z.int().describe('How many drawings are repaid in part.'),
        borrowedAmount: z.number().describe('Principal owed: drawn and not repaid.'),
        totalRepaymentDue: z
          .number()
          .describe('What it takes to repay all of them now: principal and fees.'),
        totalTransactions: z.int().describe('How many drawings there were.'),
      })
      .describe('What may be drawn and is used, in units of the credit line’s token.'),
    url: z
      .string()
      .describe(
        'Address of the operational wallet in the chain’s explorer; empty where there is none.',
      ),
    tokenBalance: z.number().describe('What the operational wallet holds, in units of the token.'),
    nativeCurrencyBalance: z
      .number()
      .describe('What it holds of the chain’s own coin, in units of the coin.'),
    nativeCurrency: z.string().describe('Code of the chain’s own coin.'),
  })
  .meta({ id: 'Partner' })

export const Withdrawal = z
  .object({
    withdrawalId: z.string().describe('Id of the withdrawal, `wdr_…`.'),
    status: z.enum(['PENDING', 'COMPLETED', 'FAILED']).describe('State of the withdrawal.'),
    amount: Money.describe('What is paid out.'),
    toWalletAddress: z.string().describe('Address that it goes to.'),
    transactionHash: z.string().describe('Hash of its transaction; empty until there is one.'),
    url: z
      .string()
      .describe('Address of the transaction in the chain’s explorer; empty where there is none.'),
    createdAt: timestamp().describe('When it was asked for.'),
  })
  .meta({ id: 'OperationalWithdrawal' })
