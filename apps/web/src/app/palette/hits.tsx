import type { SearchHit } from '../../api/search.ts'
import { Amount } from '../../ui/display/amount.tsx'
import { StatusPill } from '../../ui/display/status-pill.tsx'
import type { Item, Section } from './items.ts'
import { hitPath } from './record-path.ts'

const titles: Readonly<Record<SearchHit['kind'], string>> = {
  transfer: 'Transfers',
  deposit: 'Deposits',
  entity: 'Entities',
  account: 'Accounts',
  fundingAccount: 'Funding accounts',
  route: 'Pay-in routes',
  wallet: 'Wallets',
  frame: 'Reserve frames',
  drawing: 'Drawings',
  repaymentQuote: 'Repayment quotes',
  replenishment: 'Repayments',
  liquidityPayment: 'Liquidity payments',
  withdrawal: 'Withdrawals',
  event: 'Webhook events',
  delivery: 'Webhook deliveries',
  approval: 'Approvals',
}

/** A section for each kind, in the order of the answer. */
export function sectionsOfHits(hits: readonly SearchHit[]): readonly Section[] {
  return [...new Set(hits.map(({ kind }) => kind))].map((kind) => ({
    title: titles[kind],
    items: hits.filter((hit) => hit.kind === kind).map(hitItem),
  }))
}

export function hitItem(hit: SearchHit): Item {
  const { amount, status } = hit
  return {
    key: hit.id,
    label: hit.title,
    sub: hit.subtitle,
    to: hitPath(hit),
    end: (
      <>
        {amount ? <Amount value={amount.amount} currency={amount.currency} /> : null}
        {status === undefined ? null : <StatusPill status={status} />}
      </>
    ),
  }
}
