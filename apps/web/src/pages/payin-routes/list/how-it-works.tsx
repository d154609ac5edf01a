import { CreateRouteButton } from '../../../features/payin-routes/create-route-button.tsx'
import { FlowStops } from '../../../features/payin-routes/flow-stops.tsx'

const steps = [
  'Pick a funding account: bank details or an address that belong to one customer.',
  'Pick where its deposits are forwarded: a bank account or a wallet.',
  'Give the payer the deposit instructions. Each deposit is checked, converted and forwarded.',
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
      <section className="card" aria-label="Example of a route">
        <FlowStops
          stops={[
            { key: 'sender', label: 'Sender', title: 'Any payer', texts: ['Sends USD by bank'] },
            {
              key: 'funding',
              label: 'Funding account',
              title: 'An account of the customer',
              texts: ['Receives the deposit'],
            },
            {
              key: 'conversion',
              label: 'Conversion',
              title: 'USD to USDC',
              texts: ['At the current rate'],
            },
            {
              key: 'destination',
              label: 'Destination',
              title: 'A wallet or bank account',
              texts: ['Receives the money automatically'],
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
