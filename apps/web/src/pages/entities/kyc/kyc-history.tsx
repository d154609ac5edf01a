import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { readStatus, codeLabel } from '../../../ui/format/status.ts'
import { Time } from '../../../ui/display/time.tsx'
import { Timeline } from '../../../ui/display/timeline.tsx'
import type { Kyc } from '../../../api/queries/kyc.ts'

const firstItems = 8

/** Every change of status, the newest first, with who caused it and why. */
export function KycHistory({ history }: { history: Kyc['history'] }) {
  const { data } = useQuery(jurisdictionsQuery)
  const [all, setAll] = useState(false)
  const nameOf = (id: string) => data?.data.find((one) => one.id === id)?.name ?? id
  const newest = history.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
  const shown = all ? newest : newest.slice(0, firstItems)
  return (
    <Card
      title="Status history"
      footer={
        shown.length < newest.length ? (
          <Button size="s" onClick={() => setAll(true)}>
            Show all {newest.length}
          </Button>
        ) : undefined
      }
    >
      {newest.length === 0 ? <p className="muted">Nothing has happened yet.</p> : null}
      <Timeline
        label="Status history"
        items={shown.map((item, index) => ({
          key: `${item.at}-${index}`,
          meaning: readStatus(item.to, 'kyc').meaning,
          title: (
            <>
              {readStatus(item.to, 'kyc').label}
              {item.jurisdictionId ? (
                <span className="muted"> · {nameOf(item.jurisdictionId)}</span>
              ) : null}
            </>
          ),
          aside: <Time at={item.at} />,
          text: [item.reason, codeLabel(item.actor)].filter(Boolean).join(' · '),
        }))}
      />
    </Card>
  )
}
