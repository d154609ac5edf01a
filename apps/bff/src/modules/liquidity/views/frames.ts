import type { ReserveFrame } from '@corridor/contract'
import { formatId, frameActions, rateToWire, readBasisPoints, toWire } from '@corridor/domain'
import { toChecksumAddress } from '@corridor/signing/evm'
import type { z } from 'zod'
import type { FrameRow, LineRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { frameIdOf, phaseOf } from '../../../records/liquidity/frames.ts'

type Frame = z.output<typeof ReserveFrame>
type Parts = Pick<Deps, 'jurisdictions'>

/** What a reader sees: an expired quote is one before a sweep has been there. */
export const shownStatus = ({ status, valid_until }: FrameRow, at: Date): FrameRow['status'] =>
  status === 'QUOTED' && valid_until <= at ? 'EXPIRED' : status

/** A frame as the API shows it. */
export function frameBody(
  { jurisdictions }: Parts,
  line: Pick<LineRow, 'deposit_address'>,
  row: FrameRow,
  at: Date,
): Frame {
  const wire = (minor: bigint) => toWire({ minor, scale: row.scale })
  const rate = readBasisPoints(row.hourly_rate)
  const token = jurisdictions.tokenById(row.jurisdiction_id)
  const status = shownStatus(row, at)
  const phase = phaseOf(row, at)
  const feePayment = {
    networkName: token?.networkName ?? '',
    chainId: row.chain_id,
    tokenAddress: token?.tokenAddress ?? '',
    toWalletAddress: toChecksumAddress(line.deposit_address),
    amount: wire(row.fee),
  }
  return {
    id: frameIdOf(row),
    svcPartnerId: formatId('par', row.partner_id),
    startTimestamp: row.starts_at.toISOString(),
    endTimestamp: row.ends_at.toISOString(),
    amount: wire(row.amount),
    status,
    ...(phase === undefined ? {} : { phase }),
    fees: {
      hourlyFeeRateInBps: rateToWire(rate),
      totalFeeBps: rateToWire(rate * BigInt(row.hours)),
      feeAmount: wire(row.fee),
    },
    feeTxnHash: row.fee_hash,
    transactionId: row.reference === '' ? frameIdOf(row) : row.reference,
    misc: {
      quotedAt: row.created_at.toISOString(),
      ...(row.accepted_at === null ? {} : { acceptedAt: row.accepted_at.toISOString() }),
      utilisation: {
        drawn: wire(row.drawn),
        remaining: wire(row.amount - row.drawn - row.scheduled),
        peak: wire(row.drawn_peak),
      },
      feePayment,
      ...refundOf(row, wire),
      ...(status === 'CANCELLED' ? { cancelledReason: row.reason } : {}),
      ...(status === 'REJECTED' ? { rejectedReason: row.reason } : {}),
    },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    asset: row.currency,
    hours: row.hours,
    feePayment,
    validUntil: row.valid_until.toISOString(),
    allowedActions: frameActions(status, phase),
    version: row.version,
  }
}

function refundOf(row: FrameRow, wire: (minor: bigint) => number): Pick<Frame['misc'], 'refund'> {
  if (row.refund_status === '') return {}
  return {
    refund: {
      rate: row.refund_percent ?? 0,
      amount: wire(row.refund_amount ?? 0n),
      toWalletAddress: row.fee_payer === '' ? '' : toChecksumAddress(row.fee_payer),
      status: row.refund_status,
      transactionHash: row.refund_hash,
    },
  }
}
