import { useState } from 'react'
import { Card } from '../../../ui/display/card.tsx'
import { RadioGroup } from '../../../ui/controls/choice.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { samples } from './samples.ts'

/** A receiver that verifies, in the language of the reader. */
export function CodeSamples() {
  const [name, setName] = useState(samples[0]?.name ?? '')
  const code = samples.find((sample) => sample.name === name)?.code.trim() ?? ''
  return (
    <Card title="Verify in your own program" end={<CopyButton text={code} label="Copy code" />}>
      <div className="grid gap-2">
        <div className="overflow-x-auto">
          <RadioGroup
            label="Language"
            labelHidden
            look="segment"
            value={name}
            onChange={setName}
            options={samples.map((sample) => ({ value: sample.name, label: sample.name }))}
          />
        </div>
        <section aria-label={`Receiver in ${name}`}>
          <pre className="code">{code}</pre>
        </section>
      </div>
    </Card>
  )
}
