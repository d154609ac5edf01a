import { formatId, parseId, type Result } from '@corridor/domain'
import { listPartners } from '../modules/access/listing-store.ts'
import { partnerOfMember, partnerOfSession } from '../modules/access/staff/team-store.ts'
import type { EndedBy, EndFailure } from '../modules/access/staff/team.ts'
import { type Command, Misuse, type Options, partnerOf, Refused, required } from './base/command.ts'
import type { Site } from './base/site.ts'

const member = {
  name: 'member',
  value: '<memberId>',
  required: true,
  meaning: 'see `member list`',
}

const memberList: Command = {
  summary: 'list the members of a partner with their passkeys and open sessions, oldest first',
  options: [{ name: 'partner', value: '<svcPartnerId>', required: true, meaning: 'whose staff' }],
  onSite: ({ teamList }, options) => teamList.listAll(partnerOf(options).id),
}

const memberRemove: Command = {
  summary: 'remove a member; passkeys, codes, sessions and keys end within a second',
  options: [
    member,
    {
      name: 'last-owner',
      meaning: 'also the last owner; `enrolment-link create` then lets another one in',
    },
  ],
  onSite: async (site, options) => {
    const { memberId, by } = await byMember(site, options)
    const alsoLastOwner = options['last-owner'] === 'yes'
    mustEnd(await site.team.removeMember({ ...by, alsoLastOwner }, memberId), memberId)
    return { memberId, removed: true }
  },
}

const memberRecover: Command = {
  summary: 'a link to recover access, shown once; passkeys, codes and sessions end within a second',
  options: [member],
  onSite: async (site, options) => {
    const { memberId, by } = await byMember(site, options)
    const begun = await site.recoveryStart.beginByOperator(by, memberId)
    if (!begun.ok) throw new Refused(`No member has the id ${memberId}.`)
    return { memberId, ...begun.value }
  },
}

const passkeyRemove: Command = {
  summary: 'remove a passkey of a member; the sessions that it opened end within a second',
  options: [
    member,
    { name: 'passkey', value: '<passkeyId>', required: true, meaning: 'see `member list`' },
  ],
  onSite: async (site, options) => {
    const { memberId, by } = await byMember(site, options)
    const passkeyId = required(options, 'passkey')
    mustEnd(await site.team.removePasskey(by, memberId, passkeyId), passkeyId)
    return { memberId, passkeyId, removed: true }
  },
}

const sessionEnd: Command = {
  summary: 'end one session, or all of a member, within a second',
  options: [
    { name: 'session', value: '<sessionId>', meaning: 'this one; see `member list`' },
    { ...member, required: false, meaning: 'all sessions of this member' },
  ],
  onSite: async (site, options) => {
    const { session, member: whose } = options
    if ((session === undefined) === (whose === undefined))
      throw new Misuse('Name either --session or --member.')
    if (whose !== undefined) {
      const { memberId, by } = await byMember(site, options)
      mustEnd(await site.team.endSessions(by, memberId), memberId)
      return { memberId, ended: true }
    }
    const sessionId = required(options, 'session')
    const id = parseId('ses', sessionId)
    const partnerId = id && (await site.db.asWorker((tx) => partnerOfSession(tx, id)))
    if (!partnerId) throw new Refused(`No session has the id ${sessionId}.`)
    mustEnd(await site.team.endSession(operator(site, partnerId), sessionId), sessionId)
    return { sessionId, ended: true }
  },
}

const consoleKeyRotate: Command = {
  summary: 'replace the key of the dashboard; the old one ends within a second, pages go on',
  options: [
    { name: 'partner', value: '<svcPartnerId>', meaning: 'of this partner; all where left out' },
  ],
  onSite: async ({ db, access }, { partner }) => {
    const all = await db.asWorker(listPartners)
    const chosen = partner === undefined ? all.map(({ svcPartnerId }) => svcPartnerId) : [partner]
    const rotated: string[] = []
    for (const svcPartnerId of chosen) {
      const done = await access.rotateConsoleKey(svcPartnerId)
      if (done.ok) rotated.push(svcPartnerId)
      else if (done.failure === 'KEY_IS_UPSTREAM')
        throw new Refused(
          'This dashboard reaches another instance with UPSTREAM_TOKEN: issue a key there, set it here, restart, then revoke the old one there.',
        )
      else throw new Refused(`No partner has the id ${svcPartnerId}.`)
    }
    return { rotated }
  },
}

const operator = ({ ids }: Pick<Site, 'ids'>, partnerId: string): EndedBy => ({
  partnerId,
  actor: { type: 'service', id: 'operator' },
  requestId: ids.make('req'),
})

async function byMember(site: Site, options: Options): Promise<{ memberId: string; by: EndedBy }> {
  const memberId = required(options, 'member')
  const id = parseId('mem', memberId)
  const partnerId = id && (await site.db.asWorker((tx) => partnerOfMember(tx, id)))
  if (!id || !partnerId) throw new Refused(`No member has the id ${memberId}.`)
  return { memberId: formatId('mem', id), by: operator(site, partnerId) }
}

function mustEnd(result: Result<unknown, EndFailure>, id: string): void {
  if (result.ok) return
  throw new Refused(
    result.failure === 'LAST_OWNER'
      ? 'This is the last owner. Add --last-owner to remove them all the same.'
      : `There is nothing with the id ${id} that could end.`,
  )
}

export const teamCommands = {
  'member list': memberList,
  'member remove': memberRemove,
  'member recover': memberRecover,
  'passkey remove': passkeyRemove,
  'session end': sessionEnd,
  'console-key rotate': consoleKeyRotate,
}
