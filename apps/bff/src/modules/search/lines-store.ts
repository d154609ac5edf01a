import type { SearchKind } from '@corridor/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { visibleStatus } from '../../records/transfers/expiry.ts'

/** What a line of the results says of a record; numbers of accounts are whole here. */
export type Line = {
  id: string
  parent: string | null
  /** Of transfers `wallet` or `ordinary`; of others what its title leaves out. */
  variant: string | null
  title: string
  subtitle: string
  /** The number of an account, or an address, that stands in the second line. */
  number: string | null
  status: string | null
  amount: bigint | null
  scale: number | null
  currency: string | null
  at: Date
}

const nothing = sql`null::text`
const noAmount = sql`null::numeric as amount, null::int as scale, ${nothing} as currency`
const amount = sql`x.amount, x.scale, x.currency`
/** Behind a name in another script, where it is known. */
const inLatin = (name: RawBuilder<unknown>) => sql`'(' || nullif(${name}, '') || ')'`
const customer = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`concat_ws(' ', coalesce(nullif(${column('business_name')}, ''),
    btrim(${column('first_name')} || ' ' || ${column('last_name')})), ${inLatin(column('latin_name'))})`
}

type Parts = {
  parent?: RawBuilder<unknown>
  variant?: RawBuilder<unknown>
  title: RawBuilder<unknown>
  subtitle?: RawBuilder<unknown>
  number?: RawBuilder<unknown>
  status?: RawBuilder<unknown>
  amount?: RawBuilder<unknown>
  at?: RawBuilder<unknown>
  from: RawBuilder<unknown>
}

const payer = sql`coalesce(x.from_party ->> 'payer', x.from_party ->> 'fullName')`

const parts: Record<SearchKind, Parts> = {
  transfer: {
    variant: sql`x.kind`,
    title: sql`x.transaction_id`,
    subtitle: sql`${payer} || ' to ' || (x.to_party ->> 'fullName')`,
    status: visibleStatus,
    amount: sql`x.amount_in as amount, x.scale_in as scale, x.currency_in as currency`,
    from: sql`transfer x`,
  },
  deposit: {
    title: sql`coalesce(nullif(x.sender ->> 'name', ''), 'Deposit')`,
    subtitle: sql`x.sender ->> 'reference'`,
    number: sql`coalesce(nullif(x.sender ->> 'account', ''), x.sender ->> 'walletAddress')`,
    status: sql`x.status`,
    amount,
    at: sql`x.received_at`,
    from: sql`deposit x`,
  },
  entity: {
    title: customer('x'),
    subtitle: sql`case x.type when 'BUSINESS' then 'Business' else 'Individual' end`,
    status: sql`x.kyc_status`,
    from: sql`entity x`,
  },
  account: {
    parent: sql`x.entity_id`,
    title: sql`coalesce(nullif(concat_ws(' ', nullif(x.holder ->> 'name', ''),
      ${inLatin(sql`x.holder ->> 'latinName'`)}), ''), ${customer('e')})`,
    subtitle: sql`x.nickname`,
    number: sql`coalesce(x.wallet ->> 'walletAddress', nullif(x.account ->> 'bankIban', ''),
      x.account ->> 'accountNumber')`,
    status: sql`x.status`,
    from: sql`external_account x join entity e on e.partner_id = x.partner_id and e.id = x.entity_id
      and x.status <> 'DELETED'`,
  },
  fundingAccount: {
    parent: sql`x.entity_id`,
    title: customer('e'),
    number: sql`coalesce(x.deposit_info ->> 'depositWalletAddress',
      x.deposit_info ->> 'bank_account_number')`,
    status: sql`x.status`,
    from: sql`funding_account x
      join entity e on e.partner_id = x.partner_id and e.id = x.entity_id`,
  },
  route: {
    title: sql`${customer('e')} || ' to ' || coalesce(nullif(a.holder ->> 'name', ''), ${customer('p')})`,
    status: sql`x.status`,
    from: sql`payin_route x
      join funding_account f on f.partner_id = x.partner_id and f.id = x.funding_account_id
      join entity e on e.partner_id = f.partner_id and e.id = f.entity_id
      join external_account a on a.partner_id = x.partner_id and a.id = x.external_account_id
      join entity p on p.partner_id = a.partner_id and p.id = a.entity_id`,
  },
  wallet: {
    parent: sql`x.entity_id`,
    title: sql`x.name`,
    subtitle: customer('e'),
    from: sql`wallet x join entity e on e.partner_id = x.partner_id and e.id = x.entity_id`,
  },
  frame: { title: sql`x.reference`, status: sql`x.status`, amount, from: sql`reserve_frame x` },
  drawing: {
    title: sql`x.transaction_id`,
    number: sql`x.recipient`,
    status: sql`x.status`,
    amount,
    from: sql`liquidity_transaction x`,
  },
  repaymentQuote: {
    parent: sql`x.transaction_id`,
    title: sql`'Repayment quote'`,
    subtitle: sql`x.bank_reference`,
    amount: sql`x.total as amount, x.scale, x.currency`,
    from: sql`replenish_quote x`,
  },
  replenishment: {
    parent: sql`x.transaction_id`,
    title: sql`'Repayment'`,
    status: sql`x.status`,
    amount,
    from: sql`replenishment x`,
  },
  liquidityPayment: {
    title: sql`'Liquidity payment'`,
    subtitle: sql`x.bank_reference`,
    number: sql`x.payer`,
    status: sql`x.status`,
    amount,
    at: sql`x.received_at`,
    from: sql`liquidity_payment x`,
  },
  withdrawal: {
    title: sql`'Withdrawal'`,
    number: sql`x.to_address`,
    status: sql`x.status`,
    amount,
    from: sql`operational_withdrawal x`,
  },
  event: { title: sql`x.type`, status: sql`x.status`, from: sql`event x` },
  delivery: {
    title: sql`x.category`,
    subtitle: sql`x.url`,
    status: sql`x.status`,
    from: sql`webhook_delivery x`,
  },
  approval: { title: sql`x.summary`, status: sql`x.status`, from: sql`approval_request x` },
}

/** The lines of records of a kind, the newest first; those of another partner are left out. */
export async function linesOf(tx: Tx, partnerId: string, kind: SearchKind, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { title, from, ...rest } = parts[kind]
  const { rows } = await sql<Line>`
    select x.id, ${rest.parent ?? nothing} as parent, ${rest.variant ?? nothing} as variant,
      coalesce(${title}, '') as title, coalesce(${rest.subtitle ?? nothing}, '') as subtitle,
      ${rest.number ?? nothing} as number, ${rest.status ?? nothing} as status,
      ${rest.amount ?? noAmount}, ${rest.at ?? sql`x.created_at`} as at
    from ${from} where x.partner_id = ${partnerId} and x.id = any(${[...ids]}::uuid[])
    order by x.id desc`.execute(tx)
  return rows
}
