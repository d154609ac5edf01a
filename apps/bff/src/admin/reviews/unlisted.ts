import { formatId, parseId } from '@corridor/domain'
import { recordAudit } from '../../records/audit/audit.ts'
import { operatorPartnerId } from '../../records/audit/operator.ts'
import {
  decideUnlisted,
  listHeldUnlisted,
  lockUnlisted,
  type ShownUnlisted,
} from '../../records/deposits/unlisted-store.ts'
import { type Command, Misuse, Refused, required } from '../base/command.ts'
import { listMax, operator } from './texts.ts'

const unlisted: Command = {
  summary:
    'list unknown tokens and native coin that came to addresses of the service, oldest first',
  options: [],
  onSite: ({ db }) =>
    db.asWorker(async (tx) => ({
      deposits: (await listHeldUnlisted(tx, listMax)).map(unlistedText),
    })),
}

const unlistedDecide: Command = {
  summary: 'record what became of an unknown token or native coin: sent back by hand, or kept',
  options: [
    { name: 'deposit', value: '<depositId>', required: true, meaning: 'which one' },
    { name: 'decision', value: '<word>', required: true, meaning: 'returned or kept' },
    { name: 'hash', value: '<0x…>', meaning: 'the transaction that sent it back; with returned' },
    { name: 'reason', value: '<text>', required: true, meaning: 'why, for the audit log' },
    { name: 'by', value: '<name>', required: true, meaning: 'who says so' },
  ],
  onSite: async ({ db }, options) => {
    const text = required(options, 'deposit')
    const id = parseId('dep', text)
    const hash = options['hash'] ?? ''
    const isReturned = options['decision'] === 'returned'
    if (!isReturned && options['decision'] !== 'kept')
      throw new Misuse('--decision: returned or kept.')
    if (isReturned ? !/^0x[0-9a-f]{64}$/i.test(hash) : hash !== '')
      throw new Misuse('--hash: the hash of the transaction that sent it back, with returned only.')
    return db.asWorker(async (tx) => {
      const held = id && (await lockUnlisted(tx, id))
      if (!held) throw new Refused(`Nothing that is held has the id ${text}.`)
      const status = isReturned ? 'RETURNED' : 'KEPT'
      const [reason, by] = [required(options, 'reason'), required(options, 'by')]
      const row = await decideUnlisted(tx, held, { status, hash: hash.toLowerCase(), reason, by })
      await recordAudit(
        tx,
        { partnerId: row.partner_id, actor: operator, requestId: '' },
        {
          action: 'deposit.decide',
          object: { kind: 'deposit', id: text },
          before: { status: held.status },
          after: { status, returnHash: row.return_hash, by },
          reason,
        },
      )
      return { depositId: text, status }
    })
  },
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

export const unlistedCommands = {
  'deposit unlisted': unlisted,
  'deposit decide': unlistedDecide,
}
