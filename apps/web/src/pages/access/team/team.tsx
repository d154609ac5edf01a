import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { teamQuery } from '../../../api/queries/team.ts'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import type { Ending } from '../../../features/access/team/end-dialog.tsx'
import { LinksCard } from './links-card.tsx'
import { MemberCard } from '../../../features/access/team/member-card.tsx'
import { TeamTabs } from '../../../features/access/team/team-tabs.tsx'
import type { Asked } from '../../../features/access/team/team-dialog.tsx'
import { part } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

const TeamDialog = part(() => import('../../../features/access/team/team-dialog.tsx'), 'TeamDialog')

/** Who may come in, by what, and from where; everything that lets somebody in can be ended here. */
export function Component() {
  const query = useQuery(teamQuery)
  const [asked, setAsked] = useState<Asked | undefined>()
  const onEnd = (ending: Ending) => setAsked({ kind: 'end', ending })
  return (
    <>
      <PageHead
        heading={t('Team')}
        text={t(
          'People, their passkeys and sessions, and invitations. What you end is over at once, everywhere.',
        )}
      />
      <TeamTabs current="people">
        <Region query={query} what={t('Team')}>
          {(team) => (
            <div className="grid">
              {team.members.map((member) => (
                <MemberCard
                  key={member.memberId}
                  team={team}
                  member={member}
                  onEnd={onEnd}
                  onEmail={() => setAsked({ kind: 'email', current: member.email })}
                  onName={() => setAsked({ kind: 'name', current: member.name })}
                  onRole={() => setAsked({ kind: 'change-role', team, member })}
                  onRecover={() => setAsked({ kind: 'recover', member })}
                />
              ))}
              {team.manages ? (
                <LinksCard
                  team={team}
                  onInvite={() => {
                    const by = team.members.find(({ memberId }) => memberId === team.you)
                    if (by) setAsked({ kind: 'invite', by })
                  }}
                  onEnd={onEnd}
                />
              ) : null}
            </div>
          )}
        </Region>
      </TeamTabs>
      {asked ? <TeamDialog asked={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  )
}
