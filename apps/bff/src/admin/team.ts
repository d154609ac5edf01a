import { formatId, parseId, type Result } from '@corridor/domain'
import { listPartners } from '../modules/access/listing-store.ts'
import { partnerOfMember, partnerOfSession } from '../modules/access/staff/team-store.ts'
import type { EndedBy, EndFailure } from '../modules/access/staff/team.ts'
import {
  flag,
  Misuse,
  onSite,
  operator,
  partner,
  Refused,
  textOption,
  unknownPartner,
} from './base/command.ts'
import type { Site } from './base/site.ts'

const member = textOption('<memberId>', 'see `member list`')

export const teamCommands = {
  'member list': onSite({
    summary: 'list the members of a partner with their passkeys and open sessions, oldest first',
    options: { partner: partner('whose staff') },
    run: ({ teamList }, { partner: { id } }) => teamList.listAll(id),
  }),
  'member remove': onSite({
    summary: 'remove a member; passkeys, codes, sessions and keys end within a second',
    options: {
      member,
      'last-owner': flag('also the last owner; `enrolment-link create` then lets another one in'),
    },
    run: async (site, { member: named, 'last-owner': alsoLastOwner }) => {
      const { memberId, by } = await byMember(site, named)
      mustEnd(await site.team.removeMember({ ...by, alsoLastOwner }, memberId), memberId)
      return { memberId, removed: true }
    },
  }),
  'member recover': onSite({
    summary:
      'a link to recover access, shown once; passkeys, codes and sessions end within a second',
    options: { member },
    run: async (site, { member: named }) => {
      const { memberId, by } = await byMember(site, named)
      const begun = await site.recoveryStart.beginByOperator(by, memberId)
      if (!begun.ok) throw new Refused(`No member has the id ${memberId}.`)
      return { memberId, ...begun.value }
    },
  }),
  'passkey remove': onSite({
    summary: 'remove a passkey of a member; the sessions that it opened end within a second',
    options: { member, passkey: textOption('<passkeyId>', 'see `member list`') },
    run: async (site, { member: named, passkey: passkeyId }) => {
      const { memberId, by } = await byMember(site, named)
      mustEnd(await site.team.removePasskey(by, memberId, passkeyId), passkeyId)
      return { memberId, passkeyId, removed: true }
    },
  }),
  'session end': onSite({
    summary: 'end one session, or all of a member, within a second',
    options: {
      session: textOption('<sessionId>', 'this one; see `member list`').optional(),
      member: textOption('<memberId>', 'all sessions of this member').optional(),
    },
    run: async (site, { session: sessionId, member: named }) => {
      if (named !== undefined && sessionId === undefined) {
        const { memberId, by } = await byMember(site, named)
        mustEnd(await site.team.endSessions(by, memberId), memberId)
        return { memberId, ended: true }
      }
      if (named !== undefined || !sessionId) throw new Misuse('Name either --session or --member.')
      const id = parseId('ses', sessionId)
      const partnerId = id && (await site.db.asWorker((tx) => partnerOfSession(tx, id)))
      if (!partnerId) throw new Refused(`No session has the id ${sessionId}.`)
      mustEnd(await site.team.endSession(operatorOf(site, partnerId), sessionId), sessionId)
      return { sessionId, ended: true }
    },
  }),
  'console-key rotate': onSite({
    summary: 'replace the key of the dashboard; the old one ends within a second, pages go on',
    options: {
      partner: textOption('<svcPartnerId>', 'of this partner; all where left out').optional(),
    },
    run: async ({ db, access }, { partner: only }) => {
      const all = await db.asWorker(listPartners)
      const chosen = only === undefined ? all.map(({ svcPartnerId }) => svcPartnerId) : [only]
      const rotated: string[] = []
      for (const svcPartnerId of chosen) {
        const done = await access.rotateConsoleKey(svcPartnerId)
        if (done.ok) rotated.push(svcPartnerId)
        else if (done.failure === 'KEY_IS_UPSTREAM')
          throw new Refused(
            'This dashboard reaches another instance with UPSTREAM_TOKEN: issue a key there, set it here, restart, then revoke the old one there.',
          )
        else throw unknownPartner(svcPartnerId)
      }
      return { rotated }
    },
  }),
}

const operatorOf = ({ ids }: Pick<Site, 'ids'>, partnerId: string): EndedBy => ({
  partnerId,
  actor: operator,
  requestId: ids.make('req'),
})

async function byMember(site: Site, memberId: string): Promise<{ memberId: string; by: EndedBy }> {
  const id = parseId('mem', memberId)
  const partnerId = id && (await site.db.asWorker((tx) => partnerOfMember(tx, id)))
  if (!id || !partnerId) throw new Refused(`No member has the id ${memberId}.`)
  return { memberId: formatId('mem', id), by: operatorOf(site, partnerId) }
}

function mustEnd(result: Result<unknown, EndFailure>, id: string): void {
  if (result.ok) return
  throw new Refused(
    result.failure === 'LAST_OWNER'
      ? 'This is the last owner. Add --last-owner to remove them all the same.'
      : `There is nothing with the id ${id} that could end.`,
  )
}
