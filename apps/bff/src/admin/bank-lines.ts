import { fromWire, toText } from '@corridor/domain'
import { asideSource } from '../outside/bank/messages-store.ts'
import { listBreaks, resolveBreak } from '../outside/bank/breaks-store.ts'
import { bookAside, dismissAside, listAsides } from '../outside/bank/decisions-store.ts'
import { settleEntry } from '../modules/deposits/bank-suspense-store.ts'
import { recordAudit } from '../records/audit/audit.ts'
import { operatorPartnerId } from '../records/audit/operator.ts'
import type { Tx } from '../db/open.ts'
import { referenceOf } from '@corridor/banks'
import { decider, readable } from './bank-payments.ts'
import { byOperator, choice, onSite, reason, Refused, textOption } from './base/command.ts'
import type { Site } from './base/site.ts'
import { tableOf } from './base/table.ts'

const listedMax = 1_000
const why = reason('how it was found out, for the audit log')

const audit = (
  tx: Tx,
  action: string,
  object: { kind: string; id: string },
  given: { after?: Record<string, unknown>; reason: string },
) =>
  recordAudit(tx, byOperator(operatorPartnerId), {
    action,
    object,
    after: given.after ?? {},
    reason: given.reason,
  })

export const bankBreaks = onSite({
  summary: 'list what the books and the banks’ statements do not have in common, oldest first',
  options: { readable },
  run: ({ db }, { readable: isReadable }) =>
    db.asWorker(async (tx) => {
      const rows = (await listBreaks(tx, listedMax)).map((row) => ({
        id: row.id,
        kind: row.kind,
        account: row.account,
        day: row.day,
        difference: toText(row.difference, row.scale),
        currency: row.currency,
        payment: row.paymentId,
        line: row.asideId,
        openedAt: row.openedAt.toISOString(),
      }))
      return isReadable
        ? tableOf(rows, ['id', 'kind', 'account', 'day', 'difference', 'payment', 'line'])
        : rows
    }),
})

export const bankBreaksResolve = onSite({
  summary: 'end a difference that a person has explained; what it is about stays as it is booked',
  options: { break: textOption('<id>', 'as `bank breaks` lists it'), reason: why },
  run: ({ db }, { break: id, reason: text }) =>
    db.asWorker(async (tx) => {
      if (!(await resolveBreak(tx, id, decider(text))))
        throw new Refused(`No open difference has the id ${id}.`)
      await audit(tx, 'bank_break.resolve', { kind: 'bank_break', id }, { reason: text })
      return { break: id, state: 'RESOLVED' }
    }),
})

const line = textOption('<id>', 'as `bank set-aside` lists it')

export const bankSetAside = onSite({
  summary: 'list lines of bank files that could not be read, with what stands there, oldest first',
  options: { readable },
  run: (site, { readable: isReadable }) =>
    site.db.asWorker(async (tx) => {
      const rows = await listAsides(tx, { limit: listedMax })
      const bodies = rows.map((row) => ({
        id: row.id,
        file: row.file,
        kind: row.messageKind,
        messageId: row.messageId,
        line: row.line,
        account: row.account,
        reason: row.reason,
        direction: row.direction,
        amount: row.minor === null ? '' : toText(row.minor, row.scale),
        currency: row.currency,
        bookedOn: row.bookedOn ?? '',
        source: asideSource(site.kek, row),
        readAt: row.readAt.toISOString(),
      }))
      return isReadable
        ? tableOf(bodies, ['id', 'file', 'line', 'bookedOn', 'amount', 'currency', 'reason'])
        : bodies
    }),
})

const day = /^\d{4}-\d{2}-\d{2}$/

export const bankSetAsideBook = onSite({
  summary:
    'book a line by hand: a CREDIT waits in suspense for `bank assign`, unless its text or account names whose it is',
  options: {
    line,
    as: choice(['CREDIT', 'CHARGE', 'DEBIT'], 'what it is'),
    amount: textOption('<amount>', 'what was moved, such as 12.50'),
    day: textOption('<2026-01-05>', 'the day of booking').regex(day, 'a day such as 2026-01-05.'),
    payer: textOption('<name>', 'who sent it').default(''),
    payerAccount: textOption('<account>', 'from where').default(''),
    text: textOption('<text>', 'what the payer wrote').default(''),
    reason: why,
  },
  run: async (site, { line: id, as: kind, amount, reason: reasonText, ...written }) => {
    const booked = await site.db.asWorker(async (tx) => {
      const [aside] = await listAsides(tx, { id, limit: 1 })
      if (aside === undefined) throw new Refused(`No line has the id ${id}.`)
      const given = fromWire(amount, aside.currency, aside.scale)
      if (!given.ok || given.value.minor <= 0n)
        throw new Refused(`${amount} is no amount of ${aside.currency || 'the account'}.`)
      const paymentId = await bookAside(
        tx,
        id,
        {
          kind,
          minor: given.value.minor,
          bookedOn: written.day,
          sender: { name: written.payer, account: written.payerAccount },
          text: written.text,
        },
        decider(reasonText),
      )
      if (!paymentId) throw new Refused(`The line ${id} is decided already.`)
      const after = { payment: paymentId, as: kind, amount, day: written.day }
      await audit(tx, 'bank_line.book', { kind: 'bank_line', id }, { after, reason: reasonText })
      return { line: id, payment: paymentId, as: kind, amount }
    })
    wake(site)
    return booked
  },
})

function wake(site: Site) {
  site.published()
  site.wake.notify('bank')
}

export const bankSetAsideDismiss = onSite({
  summary: 'a line stands for no movement of money: nothing is booked',
  options: { line, reason: why },
  run: ({ db }, { line: id, reason: text }) =>
    db.asWorker(async (tx) => {
      if (!(await dismissAside(tx, id, decider(text))))
        throw new Refused(`No line that waits has the id ${id}.`)
      await audit(tx, 'bank_line.dismiss', { kind: 'bank_line', id }, { reason: text })
      return { line: id, state: 'DISMISSED' }
    }),
})

export const bankSettle = onSite({
  summary:
    'settle money in suspense: a credit as the RETURN of a payout, a debit as the bank’s CHARGE',
  options: {
    entry: textOption('<entryId>', 'as `bank unmatched` lists it'),
    as: choice(['RETURN', 'CHARGE'], 'what it is'),
    payout: textOption(
      '<id>',
      'of the payout that came back; by default the one that its text names',
    )
      .optional()
      .transform((id) => (id === undefined ? undefined : referenceOf(id) || id)),
    reason: why,
  },
  run: async (site, { entry: entryId, as: kind, payout, reason: text }) => {
    await site.db.asWorker(async (tx) => {
      if (!(await settleEntry(tx, entryId, { kind, payout })))
        throw new Refused(
          `No unassigned ${kind === 'RETURN' ? 'credit' : 'debit'} has the id ${entryId}${kind === 'RETURN' ? ', or no payout is named' : ''}.`,
        )
      const after = { as: kind, payout: payout ?? '' }
      await audit(
        tx,
        'bank_entry.settle',
        { kind: 'bank_entry', id: entryId },
        { after, reason: text },
      )
    })
    wake(site)
    return { entryId, as: kind }
  },
})
