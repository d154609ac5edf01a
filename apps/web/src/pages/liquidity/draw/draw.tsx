import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useAction } from '../../../features/actions/action.tsx'
import { useLineAsset } from '../../../features/liquidity/asset.ts'
import { phaseAt } from '../../../features/liquidity/labels.ts'
import { newReference } from '../../../features/transfers/new-reference.ts'
import { liquidity } from '../../../api/call.ts'
import { queries } from '../../../api/query-client.ts'
import { serviceNow } from '../../../api/clock.ts'
import {
  activeFramesQuery,
  liquidityKey,
  type ReserveFrame,
} from '../../../api/queries/liquidity.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useZone } from '../../../ui/preferences/zone.ts'
import { FormSummary } from '../../../ui/fields/form-summary.tsx'
import { useFixedForm } from '../../../ui/fields/use-fixed-form.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { Breadcrumb, LinkButton } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { bodyOf, checkDrawing, drawField, emptyDrawing } from './draw-form.ts'
import { AmountCard, PartiesCard, RepaymentCard } from './draw-cards.tsx'
import { DrawRail } from './draw-rail.tsx'
import { t } from '../../../messages/text.ts'

/** Draws on the credit line or on a reserve frame: tokens are paid to a recipient; `?frame=` is chosen already. */
export function Component() {
  return (
    <>
      <Breadcrumb items={[{ label: t('Liquidity'), to: paths.liquidity }, { label: t('Draw') }]} />
      <PageHead
        heading={t('Draw')}
        text={t(
          'Tokens are paid to the recipient now, or when the frame begins, and repaid later.',
        )}
      />
      <DrawForm />
    </>
  )
}

function DrawForm() {
  const draw = useDrawForm()
  const missing = useMissingPermission('liquidity:write')
  const { form, asset, frames, frame, isUpcoming } = draw
  const { values, problem, element } = form
  return (
    <form
      ref={element}
      className="wizard"
      noValidate
      aria-label={t('Draw')}
      onSubmit={draw.onSubmit}
    >
      <div className="grid">
        <FormSummary title={t('Nothing was drawn')} problem={problem} />
        <AmountCard form={form} asset={asset} frames={frames} />
        <PartiesCard form={form} />
        <RepaymentCard form={form} />
        <div className="row flex-wrap">
          <Button
            type="submit"
            variant="primary"
            size="l"
            busy={draw.isBusy}
            disabledReason={missing}
          >
            {isUpcoming ? t('Schedule drawing') : t('Draw')}
          </Button>
          <LinkButton to={paths.liquidity} variant="quiet" size="l">
            {t('Cancel')}
          </LinkButton>
        </div>
      </div>
      <DrawRail amount={values.amount} asset={asset} frame={frame} />
    </form>
  )
}

const none: readonly ReserveFrame[] = []

function useDrawForm() {
  const navigate = useNavigate()
  const zone = useZone()
  const [search] = useSearchParams()
  const asset = useLineAsset()
  const frames = useQuery(activeFramesQuery).data?.data ?? none
  const [start] = useState(() => {
    const random = crypto.getRandomValues(new Uint8Array(8))
    return emptyDrawing(search.get('frame') ?? '', newReference('D', serviceNow(), random))
  })
  const form = useFixedForm({
    start,
    check: (values) => checkDrawing(values, serviceNow(), zone, asset),
    fieldOf: drawField,
  })
  const frame = frames.find(({ id }) => id === form.values.reserveFrameId)
  const isUpcoming = frame !== undefined && phaseAt(frame, serviceNow()) === 'UPCOMING'
  const draw = useAction(liquidity.initiate, {
    onDone: async ({ data, created }) => {
      if (created) toast({ tone: 'done', title: t('The drawing was ordered') })
      void queries.invalidateQueries({ queryKey: liquidityKey })
      await navigate(liquidityPaths.drawing(data.ltxId))
    },
    onRefused: form.refuse,
  })
  const onSubmit = form.submit((values) => {
    const body = bodyOf(values, zone, { asset, isUpcoming })
    if (body) draw.send({ body })
  })
  return { form, asset, frames, frame, isUpcoming, isBusy: draw.isBusy, onSubmit }
}
