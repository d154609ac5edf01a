import { z } from 'zod'
import { type FeeAccount, feeAccounts, formatId, kycFeeCurrency, toText } from '@corridor/domain'
import { listPartners } from '../modules/access/listing-store.ts'
import { onSite, partner, Refused, roleOf, textOption, unknownPartner } from './base/command.ts'
import type { Tx } from '../db/open.ts'
import { partnerExists } from '../modules/access/keys/key-store.ts'
import { partnerStandings } from '../records/ledger/service.ts'
import { sumDue } from '../modules/partners/fee-store.ts'

export const partnerCommands = {
  'partner create': onSite({
    summary: 'create a partner; answers with the enrolment link of its owner',
    options: { name: textOption('<name>', 'as staff and letters call it') },
    run: async ({ access }, options) => {
      const made = await access.createPartner(options.name)
      if (!made.ok) throw new Refused('This instance serves one partner (UPSTREAM_URL) and has it.')
      const { svcPartnerId, name, enrolment } = made.value
      return { svcPartnerId, partnerName: name, ...enrolment }
    },
  }),
  'partner list': onSite({
    summary: 'list the partners, oldest first',
    options: {},
    run: async ({ db }) => {
      const partners = await db.asWorker(listPartners)
      return partners.map(({ name, ...row }) => ({ ...row, partnerName: name }))
    },
  }),
  'partner balance': onSite({
    summary: 'show what a partner has with the service for its fees, and what is due',
    options: { partner: partner('whose accounts') },
    run: async ({ db }, { partner: { id, text: svcPartnerId } }) => {
      const found = await db.asWorker((tx) => standings(tx, id))
      if (!found) throw unknownPartner(svcPartnerId)
      return { svcPartnerId, ...found }
    },
  }),
  'enrolment-link create': onSite({
    summary: 'create a link with which one person becomes a member, within 72 hours',
    options: {
      partner: textOption('<svcPartnerId>', 'whose staff'),
      role: textOption('<role>', 'what the member may do; owner where left out')
        .default('owner')
        .transform(roleOf),
      email: textOption(
        '<address>',
        'where the member is notified of who comes and goes; the page asks where left out',
      )
        .toLowerCase()
        .refine((email) => z.email().max(254).or(z.literal('')).safeParse(email).success, {
          error: 'an e-mail address.',
        })
        .default(''),
    },
    run: async ({ access }, { partner: svcPartnerId, role, email }) => {
      const link = await access.createEnrolmentLink(svcPartnerId, role, email)
      if (!link.ok) throw unknownPartner(svcPartnerId)
      return { svcPartnerId, ...link.value }
    },
  }),
}

/** Of the token in which fees are paid, where nothing was paid yet. */
const usualScale = 6

/** What a partner's two accounts hold, read without a chain; nothing for an unknown partner. */
async function standings(tx: Tx, partnerId: string) {
  if (!(await partnerExists(tx, partnerId))) return undefined
  return {
    paymentsAccount: await standingOf(tx, partnerId, 'PAYMENTS'),
    prepaid: await standingOf(tx, partnerId, 'PREPAID'),
  }
}

async function standingOf(tx: Tx, partnerId: string, account: FeeAccount) {
  const kind = feeAccounts[account].ledger
  const held = await partnerStandings(tx, partnerId, kind, formatId('par', partnerId))
  const due = await sumDue(tx, { partnerId, account })
  const amount = toText(due, held[0]?.scale ?? usualScale)
  return {
    balances: held.map(({ asset, balance, scale }) => ({ asset, balance: toText(balance, scale) })),
    due: { currency: kycFeeCurrency, amount },
  }
}
