import { sql } from 'kysely'
import { batchedCall, haveAlone, postponedWrite } from '../../db/batch.ts'
import type { Tx } from '../../db/open.ts'
import { sendTogether } from '../../db/send-together.ts'

export type WalletKey = { partnerId: string; chainId: string; address: string }

/** Keys of wallets as a table `g (partner, chain, address, nth)`. */
const walletKeys = (keys: readonly WalletKey[]) => sql`unnest(
  ${keys.map(({ partnerId }) => partnerId)}::uuid[], ${keys.map(({ chainId }) => chainId)}::text[],
  ${keys.map(({ address }) => address.toLowerCase())}::text[])
  with ordinality as g (partner, chain, address, nth)`

type Claim = WalletKey & { transferId: string }

/** Claims the wallet's one open quote; gives the quote that held it before. */
export async function claimWalletQuote(tx: Tx, key: WalletKey, transferId: string) {
  haveAlone(tx, `wallet ${key.chainId} ${key.address.toLowerCase()}`)
  const held = await claim(tx, { ...key, transferId })
  return held === transferId ? undefined : held
}

const claim = batchedCall<Claim, string>(async (tx, claims) => {
  const transfers = claims.map(({ transferId }) => transferId)
  const given = sql`(select g.*, (${transfers}::uuid[])[g.nth] as transfer from ${walletKeys(claims)})`
  const { before } = await sendTogether({
    inserted: sql`insert into wallet_quote_claim (partner_id, chain_id, address, transfer_id)
      select g.partner, g.chain, g.address, g.transfer from ${given} as g
      order by g.partner, g.chain, g.address
      on conflict (partner_id, chain_id, address) do nothing`.execute(tx),
    // A statement of its own sees the claim of whoever was faster.
    before: sql<{ place: number; transfer_id: string }>`
      with held as (
        select c.*, g.transfer, g.nth from ${given} as g
        join wallet_quote_claim c on c.partner_id = g.partner and c.chain_id = g.chain
          and c.address = g.address
        order by c.partner_id, c.chain_id, c.address for update of c
      ), moved as (
        update wallet_quote_claim c set transfer_id = held.transfer from held
        where c.partner_id = held.partner_id and c.chain_id = held.chain_id
          and c.address = held.address and held.transfer_id <> held.transfer
      )
      select nth::int - 1 as place, transfer_id from held`.execute(tx),
  })
  const holders = new Map(before.rows.map((row) => [row.place, row.transfer_id]))
  return claims.map((_, place) => {
    const holder = holders.get(place)
    if (holder === undefined) throw new Error('a wallet’s quote was not claimed')
    return holder
  })
})

/** What leaves this wallet in transactions that the chain has not confirmed yet, and its next free nonce. */
export async function walletOutflow(
  tx: Tx,
  { partnerId, chainId, address }: WalletKey,
  jurisdictionId: string,
) {
  const { rows } = await sql<{ amount: bigint; next_nonce: number | null }>`
    select coalesce(sum(t.amount_in) filter (where t.jurisdiction_in = ${jurisdictionId}), 0) as amount,
      max(c.nonce) + 1 as next_nonce
    from chain_transaction c
    left join transfer t on t.partner_id = c.partner_id and t.id = c.transfer_id
    where c.partner_id = ${partnerId} and c.chain_id = ${chainId} and c.sender = ${address.toLowerCase()}
      and c.status in ('SIGNED', 'SENT')`.execute(tx)
  return { amount: rows[0]?.amount ?? 0n, nextNonce: rows[0]?.next_nonce ?? 0 }
}

/** Whether a transaction of this wallet already uses the nonce of a quote being made. */
export const isNonceTaken = batchedCall<WalletKey & { nonce: number }, boolean>(
  async (tx, wallets) => {
    const { rows } = await sql<{ place: number }>`
      select g.nth::int - 1 as place from ${walletKeys(wallets)}
      where exists (select from chain_transaction c
        where c.partner_id = g.partner and c.chain_id = g.chain and c.sender = g.address
          and c.nonce >= (${wallets.map(({ nonce }) => nonce)}::bigint[])[g.nth]
          and c.status <> 'DROPPED')`.execute(tx)
    const taken = new Set(rows.map(({ place }) => place))
    return wallets.map((_, place) => taken.has(place))
  },
)

/** What a wallet's owner has signed. */
type SignedTransaction = {
  chain_id: string
  hash: string
  sender: string
  nonce: number
  raw: string
  partner_id: string
  transfer_id: string
  created_at: Date
}

/** Keeps signed bytes before they are sent. */
export const insertSignedTransaction = postponedWrite<SignedTransaction>(
  (tx, row) => insertSigned(tx, [row]),
  insertSigned,
)

function insertSigned(tx: Tx, rows: readonly SignedTransaction[]) {
  const given = rows.map((row) => ({
    ...row,
    purpose: 'user',
    status: 'SIGNED',
    step: 'broadcast',
  }))
  const columns = sql.join(Object.keys(given[0] ?? {}).map((name) => sql.ref(name)))
  return sql`
    insert into chain_transaction (${columns}) select ${columns}
    from jsonb_populate_recordset(null::chain_transaction, ${JSON.stringify(given)}::jsonb)
    on conflict (chain_id, hash) do nothing`.execute(tx)
}
