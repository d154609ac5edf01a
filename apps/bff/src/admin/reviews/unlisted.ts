import { formatId, parseId } from '@corridor/domain'
import { recordAudit } from '../../records/audit/audit.ts'
import { operatorPartnerId } from '../../records/audit/operator.ts'
import {
  decideUnlisted,
  listHeldUnlisted,
  lockUnlisted,
  type ShownUnlisted,
} from '../../records/deposits/unlisted-store.ts'
import { byOperator, choice, Misuse, onSite, reason, Refused, textOption } from '../base/command.ts'
import { listMax } from './texts.ts'

export const unlistedCommands = {
  'deposit unlisted': onSite({
    summary:
      'list unknown tokens and native coin that came to addresses of the service, oldest first',
    options: {},
    run: ({ db }) =>
      db.asWorker(async (tx) => ({
        deposits: (await listHeldUnlisted(tx, listMax)).map(unlistedText),
      })),
  }),
  'deposit decide': onSite({
    summary: 'record what became of an unknown token or native coin: sent back by hand, or kept',
    options: {
      deposit: textOption('<depositId>', 'which one'),
      decision: choice(['returned', 'kept'], 'returned or kept'),
      hash: textOption('<0x…>', 'the transaction that sent it back; with returned').default(''),
      reason: reason(),
      by: textOption('<name>', 'who says so'),
    },
    run: async ({ db }, { deposit: depositId, decision, hash, reason: why, by }) => {
      const id = parseId('dep', depositId)
      const isReturned = decision === 'returned'
      if (isReturned ? !/^0x[0-9a-f]{64}$/i.test(hash) : hash !== '')
        throw new Misuse(
          '--hash: the hash of the transaction that sent it back, with returned only.',
        )
      return db.asWorker(async (tx) => {
        const held = id && (await lockUnlisted(tx, id))
        if (!held) throw new Refused(`Nothing that is held has the id ${depositId}.`)
        const status = isReturned ? 'RETURNED' : 'KEPT'
        const decided = { status, hash: hash.toLowerCase(), reason: why, by } as const
        const row = await decideUnlisted(tx, held, decided)
        await recordAudit(tx, byOperator(row.partner_id), {
          action: 'deposit.decide',
          object: { kind: 'deposit', id: depositId },
          before: { status: held.status },
          after: { status, returnHash: row.return_hash, by },
          reason: why,
        })
        return { depositId, status }
      })
    },
  }),
}

const unlistedText = (row: ShownUnlisted) => ({
  depositId: formatId('dep', row.id),
  svcPartnerId: row.partner_id === operatorPartnerId ? '' : formatId('par', row.partner_id),
  kind: row.kind,
  chainId: row.chain_id,
  tokenAddress: row.contract,
  symbol: row.symbol ?? '',
  decimals: row.decimals,
  amountRaw: String(row.amount),
  sender: row.sender,
  walletAddress: row.address,
  hash: row.hash,
  receivedAt: row.received_at.toISOString(),
})
