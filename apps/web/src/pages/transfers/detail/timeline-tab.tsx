import { useState } from 'react'
import { Card } from '../../../ui/display/card.tsx'
import { Checkbox } from '../../../ui/controls/choice.tsx'
import type { Transfer } from '../../../api/queries/transfers.ts'
import type { HookEvent } from '../../../api/queries/events.ts'
import { Steps } from '../../../features/transfers/steps.tsx'

type Props = { transfer: Transfer; events: readonly HookEvent[] | undefined }

export function TimelineTab({ transfer, events }: Props) {
  const [withEvents, setWithEvents] = useState(true)
  return (
    <Card
      title="Timeline"
      className="self-start"
      end={
        <Checkbox
          label="Show events and approvals"
          checked={withEvents}
          onChange={(event) => setWithEvents(event.target.checked)}
        />
      }
    >
      <Steps transfer={transfer} events={withEvents ? events : undefined} />
    </Card>
  )
}
