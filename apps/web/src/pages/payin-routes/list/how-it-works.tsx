import { CreateRouteButton } from '../../../features/payin-routes/create-route-button.tsx'
import { FlowStops } from '../../../features/payin-routes/flow-stops.tsx'
import { t } from '../../../messages/text.ts'

const steps = [
  t('Pick a funding account: bank details or an address that belong to one customer.'),
  t('Pick where its deposits are forwarded: a bank account or a wallet.'),
  t('Give the payer the deposit instructions. Each deposit is checked, converted and forwarded.'),
]

/** What a route is, for somebody who has none: three steps, and one as an example. */
export function HowItWorks() {
  return (
    <div className="grid w-full">
      <ol className="numbered-list">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <section className="card" aria-label={t('Example of a route')}>
        <FlowStops
          stops={[
            {
              key: 'sender',
              label: t('Sender'),
              title: t('Any payer'),
              texts: [t('Sends USD by bank')],
            },
            {
              key: 'funding',
              label: t('Funding account'),
              title: t('An account of the customer'),
              texts: [t('Receives the deposit')],
            },
            {
              key: 'conversion',
              label: t('Conversion'),
              title: t('{from} to {to}##currencies', { from: 'USD', to: 'USDC' }),
              texts: [t('At the current rate')],
            },
            {
              key: 'destination',
              label: t('Destination'),
              title: t('A wallet or bank account'),
              texts: [t('Receives the money automatically')],
            },
          ]}
        />
      </section>
      <div>
        <CreateRouteButton />
      </div>
    </div>
  )
}
