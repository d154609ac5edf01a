import { CreateRouteButton } from '../../../features/payin-routes/create-route-button.tsx'
import { FlowStops } from '../../../features/payin-routes/flow-stops.tsx'

const steps = [
  'Pick a funding account: bank details or an address that belong to one customer.',
  'Pick where its deposits go on to: a bank account or a wallet.',
  'Give the payer the deposit instructions. Each deposit is checked, converted and sent on.',
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
              texts: ['Takes the deposit in'],
            },
            {
              key: 'conversion',
              label: 'Conversion',
              title: 'USD to USDC',
              texts: ['At the rate of that moment'],
            },
            {
              key: 'destination',
              label: 'Destination',
              title: 'A wallet or bank account',
              texts: ['Gets the money by itself'],
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
