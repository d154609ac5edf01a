import type { Partner } from '@corridor/contract'
import { formatId, toWire } from '@corridor/domain'
import { operationalWallet } from '@corridor/signer'
import { toChecksumAddress } from '@corridor/signing/evm'
import type { z } from 'zod'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findLine } from '../../../records/liquidity/line-store.ts'
import { findSettings } from '../../../records/partners/terms-store.ts'
import { findEndpoint } from '../../webhooks/endpoint/store.ts'
import { chainOf, explorerUrl } from '../line/line.ts'
import { readLimits } from './limits.ts'

type Body = z.output<typeof Partner>
type Parts = Pick<Deps, 'chains' | 'jurisdictions'>

/** The partner itself, with every field of the specification. */
export async function partnerBody(
  tx: Tx,
  deps: Parts,
  partnerId: string,
  wallet: { token: bigint; native: bigint },
): Promise<Body> {
  const line = await findLine(tx, partnerId)
  const partner = await findSettings(tx, partnerId)
  if (!line || !partner) throw new Error(`no partner ${partnerId}`)
  const [limits, endpoint] = await Promise.all([
    readLimits(tx, partnerId),
    findEndpoint(tx, { partnerId }),
  ])
  const id = formatId('par', partnerId)
  const token = deps.jurisdictions.tokenById(line.jurisdiction_id)
  const { definition } = chainOf(deps, line.chain_id)
  const { hourlyFeeRateInBps: _hourly, ...feeRates } = limits.rates
  const name = definition.tokens.find(({ symbol }) => symbol === line.currency)?.name
  return {
    type: 'PARTNER',
    svcPartnerId: id,
    partnerName: partner.name,
    transferMode: 'IMMEDIATE',
    chainId: line.chain_id,
    networkName: token?.networkName ?? '',
    tokenAddress: token?.tokenAddress ?? '',
    tokenName: name ?? line.currency,
    cryptoTokenId: line.jurisdiction_id,
    partnerDepositWallet: toChecksumAddress(line.deposit_address),
    partnerOperationalWallet: toChecksumAddress(line.operational_address),
    secretsKey: operationalWallet(id).reference,
    webhookUrl: endpoint?.url ?? '',
    isKycThroughUrl: false,
    feeRates,
    limits: {
      creditLimit: limits.credit.limit,
      dailyLimit: limits.daily.limit,
      txnLimit: limits.transaction.limit,
      remainingCredit: limits.credit.remaining,
      dailyUsage: limits.daily.used,
      transactionsOpen: limits.transactionsOpen,
      partialReplenished: limits.partialReplenished,
      borrowedAmount: limits.credit.borrowed,
      totalRepaymentDue: limits.totalRepaymentDue,
      totalTransactions: limits.totalTransactions,
    },
    url: explorerUrl(deps, line.chain_id, 'address', toChecksumAddress(line.operational_address)),
    tokenBalance: toWire({ minor: wallet.token, scale: line.scale }),
    nativeCurrencyBalance: toWire({
      minor: wallet.native,
      scale: definition.nativeCurrency.decimals,
    }),
    nativeCurrency: definition.nativeCurrency.symbol,
  }
}
