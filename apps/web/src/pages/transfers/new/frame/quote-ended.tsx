import { useEffect, useRef } from 'react'
import { Button } from '../../../../ui/controls/button.tsx'
import { Notice } from '../../../../ui/display/blocks.tsx'
import type { QuoteEnd } from '../../../../features/transfers/signing/quoted.ts'
import { t } from '../../../../messages/text.ts'

const endText: Record<QuoteEnd, string> = {
  expired: t('Nothing was sent. Your entries are kept.'),
  superseded: t('A newer quote for this wallet replaced it. Nothing was sent.'),
}

type Props = { end: QuoteEnd; onRenew: () => void; renewing: boolean }

/** Why a quote is over, and how to get another one. */
export function Ended({ end, onRenew, renewing }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className="p-4">
      <Notice tone="fail" alert title={t('The quote has expired')}>
        {endText[end]}
      </Notice>
      <Button
        ref={button}
        variant="primary"
        size="l"
        wide
        className="mt-3"
        busy={renewing}
        onClick={onRenew}
      >
        {t('Get a new quote')}
      </Button>
    </div>
  )
}
