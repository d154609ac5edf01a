import { useAction, Refused } from '../../../features/actions/action.tsx'
import { refundAt } from '../../../features/liquidity/arithmetic.ts'
import { useLineAsset } from '../../../features/liquidity/asset.ts'
import { liquidity, queries } from '../../../api/call.ts'
import { useNow } from '../../../api/clock.ts'
import { liquidityKey, type ReserveFrame } from '../../../api/queries/liquidity.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

/** Says what goes back of the fee, then cancels. */
export function CancelDialog({ frame, onClose }: { frame: ReserveFrame; onClose: () => void }) {
  const refresh = () => queries.invalidateQueries({ queryKey: liquidityKey })
  const cancel = useAction(liquidity.cancelReserve, {
    version: frame.version,
    onDone: async () => {
      onClose()
      toast({ tone: 'done', title: t('The frame was cancelled') })
      await refresh()
    },
    onRefused: refresh,
  })
  return (
    <ReasonDialog
      title={t('Cancel this frame?')}
      description={t('The amount is free again at once. A cancelled frame cannot be taken back.')}
      button={t('Cancel frame')}
      isDangerous
      isBusy={cancel.isBusy}
      onConfirm={(reason) => cancel.send({ body: { reserveFrameId: frame.id, reason } })}
      onClose={onClose}
      before={<Consequence frame={frame} />}
      problem={<Refused title={t('The frame was not cancelled')} error={cancel.error} />}
    />
  )
}

function Consequence({ frame }: { frame: ReserveFrame }) {
  const now = useNow(1000)
  const decimals = useLineAsset()?.decimals
  if (frame.status === 'QUOTED') {
    return (
      <p className="sunken-box">
        {t('Its fee was not paid, so nothing goes back and nothing is owed.')}
      </p>
    )
  }
  const refund = decimals === undefined ? undefined : refundAt(frame, now, decimals)
  return (
    <p className="sunken-box">
      {refund ? (
        <>
          {rich('{refund} goes back to who paid the fee: {percent} % of {amount}.', {
            refund: <b>{amountText(refund.amount, frame.asset)}</b>,
            percent: refund.percent,
            amount: amountText(frame.fees.feeAmount, frame.asset),
          })}{' '}
        </>
      ) : null}
      {t('A day and more before the start the whole fee goes back, later half of it.')}
    </p>
  )
}
