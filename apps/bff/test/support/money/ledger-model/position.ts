import { convertDown, ledgerAccount, placeAccount } from '@corridor/domain'
import { type Life, markets, type World } from './world.ts'

/** What a conversion took in behind its fees, and what that is worth at mid. */
export function exchanged({ amounts, mid, source, target }: Life): { net: bigint; worth: bigint } {
  const net = amounts.inAmount.minor - amounts.totalFees.minor
  return { net, worth: convertDown(net, mid, { from: source.scale, to: target.scale }) }
}

/** Exchanged, and neither undone nor come back. */
const isOpen = ({ conversion, isReturned }: Life) => conversion !== undefined && !isReturned

/** What is wrong at the end of a day, worked out of what happened outside and of the quotes alone. */
export function wrongAtEnd(world: World): string | undefined {
  const { books, partner } = world
  const open = world.lives.filter((life) => isOpen(life) && !life.refundOf)
  for (const market of markets) {
    const held = -books.owed(placeAccount(market.place, market))
    const outside = world.outside.get(market.asset) ?? 0n
    if (held !== outside) return `${market.asset}: ${outside} outside, ${held} in the ledger`

    const sum = (of: (life: Life) => bigint) => open.reduce((all, life) => all + of(life), 0n)
    const taken = sum((life) => (life.source.asset === market.asset ? exchanged(life).net : 0n))
    const given = sum((life) => (life.target.asset === market.asset ? exchanged(life).worth : 0n))
    const position = books.owed(ledgerAccount('fx', market))
    if (position !== taken - given)
      return `${market.asset}: the position is ${position}, on its way is ${taken - given}`
    const gain = sum((life) =>
      life.target.asset === market.asset
        ? exchanged(life).worth - life.amounts.outAmount.minor
        : 0n,
    )
    const booked = books.owed(ledgerAccount('fx_gain', market))
    if (booked !== gain) return `${market.asset}: the result is ${booked}, not ${gain}`

    const lent = books.owed(ledgerAccount('refund_receivable', market, partner))
    if (lent !== 0n) return `${market.asset}: ${lent} was lent`
  }
  return undefined
}
