import type { SearchHit } from '../../api/search.ts'
import { Amount, StatusPill } from '../../ui/display/values.tsx'
import type { Item, Section } from './items.ts'
import { hitPath } from '../../routing/record-path.ts'
import { t } from '../../messages/text.ts'

const titles: Readonly<Record<SearchHit['kind'], string>> = {
  transfer: t('Transfers'),
  deposit: t('Deposits'),
  entity: t('Entities'),
  account: t('Accounts'),
  fundingAccount: t('Funding accounts'),
  route: t('Pay-in routes'),
  wallet: t('Wallets'),
  frame: t('Reserve frames'),
  drawing: t('Drawings'),
  repaymentQuote: t('Repayment quotes'),
  replenishment: t('Repayments'),
  liquidityPayment: t('Liquidity payments'),
  withdrawal: t('Withdrawals'),
  event: t('Webhook events'),
  delivery: t('Webhook deliveries'),
  approval: t('Approvals'),
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
