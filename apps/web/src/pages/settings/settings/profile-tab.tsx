import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { teamQuery } from '../../../api/queries/team.ts'
import { MemberCard } from '../../../features/access/team/member-card.tsx'
import type { Asked } from '../../../features/access/team/team-dialog.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { part } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

const TeamDialog = part(() => import('../../../features/access/team/team-dialog.tsx'), 'TeamDialog')

/** The person's own name, address, passkeys and sessions. */
export function ProfileTab() {
  const query = useQuery(teamQuery)
  const [asked, setAsked] = useState<Asked | undefined>()
  return (
    <>
      <Region query={query} what={t('Your profile')}>
        {(team) =>
          team.members
            .filter(({ memberId }) => memberId === team.you)
            .map((member) => (
              <MemberCard
                key={member.memberId}
                team={team}
                member={member}
                onEnd={(ending) => setAsked({ kind: 'end', ending })}
                onEmail={() => setAsked({ kind: 'email', current: member.email })}
                onName={() => setAsked({ kind: 'name', current: member.name })}
              />
            ))
        }
      </Region>
      {asked ? <TeamDialog asked={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  )
}
