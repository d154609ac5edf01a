import type { UnlistedDeposit, UnlistedRest } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../../api/request/caller.ts'
import { type Page, pageOf } from '../../../api/request/paging.ts'
import type { Tx } from '../../../db/open.ts'
import {
  listBeyond,
  listUnlisted,
  type ShownUnlisted,
  type UnlistedDay,
  type UnlistedFilter,
} from '../../../records/deposits/unlisted-store.ts'

type Body = z.output<typeof UnlistedDeposit>

/** A partner's unknown tokens and native coin, and where more came than is recorded. */
export async function unlistedDeposits(
  tx: Tx,
  { partnerId }: Caller,
  filter: UnlistedFilter,
  page: Page,
) {
  const { rows, total } = await listUnlisted(tx, partnerId, filter, page)
  const { items, pagination } = pageOf(page, rows, total)
  const rest = await listBeyond(tx, partnerId)
  return { deposits: items.map(unlistedBody), notListed: rest.map(restBody), pagination }
}

const unlistedBody = (row: ShownUnlisted): Body => ({
  depositId: formatId('dep', row.id),
  status: row.status,
  heldReason: 'UNSUPPORTED_ASSET',
  kind: row.kind,
  chainId: row.chain_id,
  tokenAddress: row.contract,
  symbol: row.symbol ?? '',
  ...(row.decimals === null ? {} : { decimals: row.decimals }),
  amountRaw: String(row.amount),
  sender: row.sender,
  walletAddress: row.address,
  hash: row.hash,
  fundingAccountId: row.funding_account_id === null ? '' : formatId('fund', row.funding_account_id),
  executionId: row.transfer_id === null ? '' : formatId('exec', row.transfer_id),
  receivedAt: row.received_at.toISOString(),
  ...(row.decided_at === null
    ? {}
    : {
        decision: {
          returnHash: row.return_hash,
          reason: row.decision_reason,
          decidedAt: row.decided_at.toISOString(),
        },
      }),
  version: row.version,
})

const restBody = (row: UnlistedDay & { on: string }): z.output<typeof UnlistedRest> => ({
  chainId: row.chain_id,
  walletAddress: row.address,
  kind: row.kind,
  day: row.on,
  count: row.beyond,
})
