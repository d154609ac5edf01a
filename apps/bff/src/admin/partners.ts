import { parseId } from '@corridor/domain'
import { z } from 'zod'
import { listPartners } from '../modules/access/listing-store.ts'
import { standings } from '../modules/partners/standings.ts'
import { type Command, Misuse, Refused, required, roleOf } from './base/command.ts'

const partnerCreate: Command = {
  summary: 'create a partner; answers with the enrolment link of its owner',
  options: [
    { name: 'name', value: '<name>', required: true, meaning: 'as staff and letters call it' },
  ],
  onSite: async ({ access }, options) => {
    const made = await access.createPartner(required(options, 'name'))
    if (!made.ok) throw new Refused('This instance serves one partner (UPSTREAM_URL) and has it.')
    const { svcPartnerId, name, enrolment } = made.value
    return { svcPartnerId, partnerName: name, ...enrolment }
  },
}

const partnerList: Command = {
  summary: 'list the partners, oldest first',
  options: [],
  onSite: async ({ db }) => {
    const partners = await db.asWorker(listPartners)
    return partners.map(({ name, ...partner }) => ({ ...partner, partnerName: name }))
  },
}

const partnerBalance: Command = {
  summary: 'show what a partner has with the service for its fees, and what is due',
  options: [
    { name: 'partner', value: '<svcPartnerId>', required: true, meaning: 'whose accounts' },
  ],
  onSite: async ({ db }, options) => {
    const svcPartnerId = required(options, 'partner')
    const partnerId = parseId('par', svcPartnerId)
    const found = partnerId && (await db.asWorker((tx) => standings(tx, partnerId)))
    if (!found) throw new Refused(`No partner has the id ${svcPartnerId}.`)
    return { svcPartnerId, ...found }
  },
}

const enrolmentLinkCreate: Command = {
  summary: 'create a link with which one person becomes a member, within 72 hours',
  options: [
    { name: 'partner', value: '<svcPartnerId>', required: true, meaning: 'whose staff' },
    { name: 'role', value: '<role>', meaning: 'what the member may do; owner where left out' },
    {
      name: 'email',
      value: '<address>',
      meaning: 'where the member is told who comes and goes; the page asks where left out',
    },
  ],
  onSite: async ({ access }, options) => {
    const svcPartnerId = required(options, 'partner')
    const email = options['email']?.trim().toLowerCase() ?? ''
    if (email !== '' && !z.email().max(254).safeParse(email).success)
      throw new Misuse('--email: an e-mail address.')
    const role = roleOf(options['role'] ?? 'owner')
    const link = await access.createEnrolmentLink(svcPartnerId, role, email)
    if (!link.ok) throw new Refused(`No partner has the id ${svcPartnerId}.`)
    return { svcPartnerId, ...link.value }
  },
}

export const partnerCommands = {
  'partner create': partnerCreate,
  'partner list': partnerList,
  'partner balance': partnerBalance,
  'enrolment-link create': enrolmentLinkCreate,
}
