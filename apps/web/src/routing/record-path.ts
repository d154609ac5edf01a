import { type IdPrefix, idPrefixes, separatorOf } from '@corridor/contract/ids'
import { liquidityPaths } from './liquidity-paths.ts'
import { paths } from './paths.ts'

/** Pages of records that have one of their own, by how their ids begin. */
const pages: Partial<Record<IdPrefix, (id: string) => string>> = {
  exec: paths.transfer,
  cexec: paths.transfer,
  dep: paths.payinDeposit,
  ent: paths.entity,
  acc: paths.externalAccount,
  fund: paths.fundingAccount,
  tele: paths.payinRoute,
  rsv: liquidityPaths.reserveFrame,
  ltx: liquidityPaths.drawing,
  rpl: liquidityPaths.replenishment,
  evt: paths.webhookEvent,
  dlv: paths.webhookDelivery,
  rcv: paths.webhookReplay,
  apr: paths.approval,
  aud: paths.auditEntry,
}

/** The address of a record's page; nothing where the text is no whole id, or its page is another's. */
export function recordPath(id: string): string | undefined {
  const prefix = idPrefixes.find((name) => id.startsWith(name + separatorOf(name)))
  if (prefix === undefined || !/^[a-z]+[_-][0-9a-z]{26}$/.test(id)) return undefined
  return pages[prefix]?.(id)
}

/** The first id in an address. */
export const idIn = (address: string): string | undefined =>
  /(?<=\/)[a-z]+[_-][0-9a-z]{26}(?=\/|$)/.exec(address)?.[0]

/** Addresses of what a search found; some records are shown on the page of another. */
export function hitPath({ kind, id, parentId }: Hit): string {
  if (kind === 'wallet') return paths.wallet(parentId)
  if (kind === 'repaymentQuote') return liquidityPaths.drawingQuote(parentId, id)
  if (kind === 'liquidityPayment') return liquidityPaths.payments
  if (kind === 'withdrawal') return liquidityPaths.payments
  return recordPath(id) ?? paths.overview
}

type Hit = { kind: string; id: string; parentId: string }
