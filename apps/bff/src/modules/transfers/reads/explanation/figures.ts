import type { LedgerEntryRow } from '../../../../records/ledger/service.ts'

/** An amount that was booked, in minor units, and when the last of it was. */
export type Booked = { minor: bigint; currency: string; scale: number; at: Date; times: number }
type Rows = readonly LedgerEntryRow[]

const currencyOf = (asset: string) => asset.split('@')[0] ?? asset
const isHeldFor = ({ account }: LedgerEntryRow) => account.startsWith('transfer_clearing')
const isFinal = ({ kind }: LedgerEntryRow) => kind === 'single' || kind === 'post'

/** The debits of these entries added up; nothing where there are none. */
function sum(rows: Rows): Booked | undefined {
  const debits = rows.filter(({ debit }) => debit > 0n)
  const last = debits.at(-1)
  if (!last) return undefined
  const minor = debits.reduce((total, { debit }) => total + debit, 0n)
  const { scale, at, asset } = last
  return { minor, currency: currencyOf(asset), scale, at, times: debits.length }
}

export type Figures = ReturnType<typeof figuresOf>

/** What the ledger says about one transfer. Every amount of the explanation but the quoted ones is from here. */
export function figuresOf(ledger: Rows) {
  const booked = (code: string) => sum(ledger.filter((row) => row.code === code && isFinal(row)))
  const net = (code: string) => {
    const taken = booked(code)
    const back = booked(`${code}_reversal`)
    return taken && { ...taken, minor: taken.minor - (back?.minor ?? 0n) }
  }
  const of = (code: string, kind: LedgerEntryRow['kind']) =>
    sum(ledger.filter((row) => row.code === code && row.kind === kind))
  /** Ordered and neither done nor refused yet; each attempt is ordered once and ends once. */
  const open = (code: string) => {
    const ordered = of(code, 'pending')
    const minor =
      (ordered?.minor ?? 0n) - (of(code, 'post')?.minor ?? 0n) - (of(code, 'void')?.minor ?? 0n)
    return ordered && minor > 0n ? { ...ordered, minor } : undefined
  }
  return {
    received: booked('deposit'),
    fees: {
      partner: net('partner_fees'),
      service: net('svc_fees'),
      transaction: net('tx_fees'),
    },
    converted: { in: net('fx_in'), out: net('fx_out') },
    paid: booked('payout'),
    payoutUnderWay: open('payout'),
    payoutRefused: of('payout', 'void'),
    returned: booked('return'),
    sentBack: booked('refund'),
    refundUnderWay: open('refund'),
    moved: booked('transfer'),
    held: heldOf(ledger),
  }
}

/** What is left on the account of the transfer, by currency. */
function heldOf(ledger: Rows): Omit<Booked, 'times'>[] {
  const own = ledger.filter((row) => isHeldFor(row) && isFinal(row))
  return [...Map.groupBy(own, ({ asset }) => asset)].flatMap(([asset, rows]) => {
    const minor = rows.reduce((total, { credit, debit }) => total + credit - debit, 0n)
    const last = rows.at(-1)
    if (!last || minor <= 0n) return []
    return [{ minor, currency: currencyOf(asset), scale: last.scale, at: last.at }]
  })
}
