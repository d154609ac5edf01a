import type { Invariant } from './breaches.ts'

/** Credit lines: their records among each other and with the chain. `liquidity_breaches` has the rest. */
export const liquidityInvariants: readonly Invariant[] = [
  {
    name: 'a drawing that was disbursed moved its tokens once',
    breaches: `select d.id::text || ' ' || d.status as place from liquidity_transaction d
      where (d.disbursed_at is not null)::int <> (select count(*) from chain_order o
        join chain_transaction c on c.chain_id = o.chain_id and c.sender = o.sender
          and c.nonce = o.nonce and c.purpose = 'disbursement' and c.status = 'CONFIRMED'
        join token_transfer m on m.chain_id = c.chain_id and m.hash = c.hash
          and m.token = d.token and m.from_address = o.sender and m.to_address = d.recipient
          and m.amount = d.amount
        where o.purpose = 'disbursement' and o.subject = d.id::text)`,
  },
  {
    name: 'a drawing was disbursed in the states after its payment, and only then',
    breaches: `select id::text || ' ' || status as place from liquidity_transaction
      where (disbursed_at is null)
        <> (status in ('INITIATED', 'BROADCAST', 'FAILED', 'REJECTED'))`,
  },
  {
    name: 'a payment to a credit line is what its transaction moved to the deposit wallet, once',
    breaches: `select p.hash as place from liquidity_payment p
      join liquidity_line l on l.partner_id = p.partner_id
      where p.source = 'CHAIN'
      group by p.partner_id, p.chain_id, p.hash, p.token, l.deposit_address
      having count(*) <> 1 or sum(p.amount) is distinct from (
        select sum(m.amount) from token_transfer m where m.chain_id = p.chain_id
          and m.hash = p.hash and m.token = p.token and m.to_address = l.deposit_address)`,
  },
  {
    name: 'what was fulfilled of a quote is the sum of its fulfilments, at most its total',
    breaches: `select q.id::text as place from replenish_quote q
      where q.fulfilled > q.total or q.fulfilled <> (select coalesce(sum(f.amount), 0)
        from fulfilment f where f.partner_id = q.partner_id and f.quote_id = q.id)`,
  },
  {
    name: 'what a replenishment received is its fee, principal and surplus',
    breaches: `select id::text as place from replenishment
      where received <> fee + principal + surplus
        or (status = 'COMPLETED') <> (received >= amount)`,
  },
  {
    name: 'what was repaid of a drawing is what its replenishments brought',
    breaches: `select d.id::text as place from liquidity_transaction d
      cross join lateral (
        select coalesce(sum(r.principal), 0) as principal, coalesce(sum(r.fee), 0) as fee
        from replenishment r where r.partner_id = d.partner_id and r.transaction_id = d.id
      ) as brought
      where d.repaid <> brought.principal or d.fee_paid <> brought.fee`,
  },
]
