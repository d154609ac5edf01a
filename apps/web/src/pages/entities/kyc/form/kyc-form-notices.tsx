import { useEffect, useRef } from 'react'
import { Button } from '../../../../ui/controls/button.tsx'
import { Card } from '../../../../ui/display/card.tsx'
import { Notice } from '../../../../ui/display/notice.tsx'
import { labelOf } from '../../../../features/kyc/kyc-words.ts'

type IncompleteProps = { missing: readonly string[]; labels: ReadonlyMap<string, string> }

/** What was sent is kept, but nobody looks at it before the rest is there. */
export function Incomplete({ missing, labels }: IncompleteProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} tabIndex={-1}>
      <Notice tone="hand" alert title="Kept, but not yet submitted: something is missing">
        <ul>
          {missing.map((key) => (
            <li key={key}>{labelOf(key, labels)}</li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

/** In most states there is nothing to send; what was asked can be looked at all the same. */
export function Closed({ reason, onShow }: { reason: string; onShow: () => void }) {
  return (
    <Card title="Questions" end={<Button onClick={onShow}>Show the form</Button>}>
      <p className="muted">
        Nothing to submit now: {reason.charAt(0).toLowerCase() + reason.slice(1)}.
      </p>
    </Card>
  )
}
