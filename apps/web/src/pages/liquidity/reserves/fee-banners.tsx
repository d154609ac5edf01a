import { statusAt } from '../../../features/liquidity/labels.ts'
import type { ReserveFrame } from '../../../api/queries/liquidity.ts'
import { useIsAllowed } from '../../../features/access/is-allowed.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { shortAddress, useZone } from '../../../ui/display/values.tsx'
import { Notice } from '../../../ui/display/blocks.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { clockText, timeText } from '../../../ui/format/times.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { t } from '../../../messages/text.ts'

const shownMax = 3

/** Quotes that end unless their fee is paid, the one that ends first on top. */
export function FeeBanners({ frames, now }: { frames: readonly ReserveFrame[]; now: number }) {
  const waiting = frames
    .filter((frame) => statusAt(frame, now) === 'QUOTED')
    .sort((a, b) => a.validUntil.localeCompare(b.validUntil))
  return waiting.slice(0, shownMax).map((frame) => <FeeBanner key={frame.id} frame={frame} />)
}

function FeeBanner({ frame }: { frame: ReserveFrame }) {
  const zone = useZone()
  const isAllowed = useIsAllowed('liquidity:write')
  const { id, fees, asset, validUntil, startTimestamp, endTimestamp } = frame
  const fee = amountText(fees.feeAmount, asset)
  const times = t('{from} to {to}##times', {
    from: timeText(startTimestamp, zone),
    to: timeText(endTimestamp, zone),
  })
  return (
    <Notice
      tone="wait"
      look="ground"
      title={t('Reserve quote {id} waits for its fee', {
        id: shortAddress(id),
      })}
      actions={
        isAllowed ? (
          <LinkButton size="s" to={liquidityPaths.reserveFrame(id)}>
            {t('Pay {fee}', { fee })}
          </LinkButton>
        ) : null
      }
    >
      {t('Pay {fee} before {time}, or the quote ends and {times} stays uncovered.', {
        fee,
        time: clockText(validUntil, zone),
        times,
      })}
    </Notice>
  )
}
