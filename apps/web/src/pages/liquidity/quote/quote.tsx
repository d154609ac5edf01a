import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAction } from '../../../features/actions/action.tsx'
import { useLineAsset } from '../../../features/liquidity/asset.ts'
import { liquidity, q } from '../../../api/call.ts'
import { queries } from '../../../api/query-client.ts'
import { serviceNow } from '../../../api/clock.ts'
import { frameQuery, liquidityKey } from '../../../api/queries/liquidity.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { AmountField, TextField } from '../../../ui/controls/inputs.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { useZone } from '../../../ui/preferences/zone.ts'
import { FormSummary } from '../../../ui/fields/form-summary.tsx'
import { useFixedForm } from '../../../ui/fields/use-fixed-form.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { parseAmount } from '../../../ui/format/parse-amount.ts'
import { Breadcrumb, LinkButton } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { MomentField, momentOf } from '../fields/moment-field.tsx'
import { FeePreview } from './fee-preview.tsx'
import { checkQuote, emptyQuote, quoteField } from './quote-form.ts'
import { t } from '../../../messages/text.ts'

/** Asks what reserving an amount for a time costs. Nothing is bound before its fee is paid. */
export function Component() {
  return (
    <>
      <Breadcrumb
        items={[{ label: t('Liquidity'), to: paths.liquidity }, { label: t('Get reserve quote') }]}
      />
      <PageHead
        heading={t('Get reserve quote')}
        text={t('A reserve frame keeps an amount of your credit line ready for a time.')}
      />
      <QuoteForm />
    </>
  )
}

function QuoteForm() {
  const { form, asset, isBusy, onSubmit } = useQuoteForm()
  const { values, field, choice, problem, element } = form
  const missing = useMissingPermission('liquidity:write')
  const left = useQuery(q(liquidity.limits, {})).data?.data.credit.remaining
  return (
    <form
      ref={element}
      className="wizard"
      noValidate
      aria-label={t('Reserve quote')}
      onSubmit={onSubmit}
    >
      <div className="grid">
        <FormSummary title={t('There is no quote for this')} problem={problem} />
        <Card title={t('Time and amount')}>
          <div className="grid grid-2">
            <MomentField label={t('Start')} {...choice('start')} />
            <MomentField
              label={t('End')}
              hint={t('At most 30 days after the start; each started hour counts.')}
              {...choice('end')}
            />
            <AmountField
              label={t('Amount')}
              unit={asset?.currency ?? ''}
              hint={freeText(left, asset?.currency)}
              {...field('amount')}
            />
            <TextField
              label={t('Reference')}
              optional
              hint={t('Your own name of it.')}
              {...field('reference')}
            />
          </div>
        </Card>
        <div className="row flex-wrap">
          <Button type="submit" variant="primary" size="l" busy={isBusy} disabledReason={missing}>
            {t('Get quote')}
          </Button>
          <LinkButton to={paths.liquidity} variant="quiet" size="l">
            {t('Cancel')}
          </LinkButton>
        </div>
      </div>
      <FeePreview values={values} asset={asset} />
    </form>
  )
}

function freeText(left: number | undefined, currency: string | undefined): string | undefined {
  if (left === undefined || !currency) return undefined
  return t('{amount} of the credit line is free now.', { amount: amountText(left, currency) })
}

function useQuoteForm() {
  const navigate = useNavigate()
  const zone = useZone()
  const asset = useLineAsset()
  const [start] = useState(() => emptyQuote(serviceNow(), zone))
  const form = useFixedForm({
    start,
    check: (values) => checkQuote(values, zone, asset),
    fieldOf: quoteField,
  })
  const quote = useAction(liquidity.quoteReserve, {
    repeats: true,
    onDone: async ({ data }) => {
      queries.setQueryData(frameQuery(data.id).queryKey, data)
      void queries.invalidateQueries({ queryKey: liquidityKey })
      await navigate(liquidityPaths.reserveFrame(data.id))
    },
    onRefused: form.refuse,
  })
  const onSubmit = form.submit((values) => {
    const [from, to] = [momentOf(values.start, zone), momentOf(values.end, zone)]
    const read = asset && parseAmount(values.amount, asset)
    if (from === undefined || to === undefined || !asset || !read?.ok) return
    quote.send({
      body: {
        startTimestamp: new Date(from).toISOString(),
        endTimestamp: new Date(to).toISOString(),
        amount: Number(read.text),
        asset: asset.currency,
        reference: values.reference.trim(),
      },
    })
  })
  return { form, asset, isBusy: quote.isBusy, onSubmit }
}
