import { diagnoseWebhook, type WebhookDiagnosis } from '@corridor/client'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Checkbox, RadioGroup } from '../../../ui/controls/choice.tsx'
import { TextField } from '../../../ui/controls/text-input.tsx'
import { CodeField } from '../../../ui/controls/code-field.tsx'
import { FormatNotes } from './format-notes.tsx'
import { parseHeaders } from './parse-headers.ts'
import type { WebhookEndpoint } from '../../../api/queries/webhooks.ts'
import { TakeNewest } from './take-newest.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { samples } from './samples.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { Timeline } from '../../../ui/display/timeline.tsx'

/** Tells which part of a received request does not fit; what is pasted never leaves the browser. */
export function VerifierTab({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <div className="grid">
      <Verifier hasEndpoint={endpoint.webhookUrl !== ''} />
      <CodeSamples />
      <FormatNotes preset={endpoint.retryPreset} />
    </div>
  )
}

const anyAge = Number.MAX_SAFE_INTEGER

/** What is pasted, and what the newest look at it has found; another text takes the finding back. */
function useVerifier() {
  const [inputs, setInputs] = useState({ headers: '', rawBody: '', secret: '', isOld: false })
  const [result, setResult] = useState<WebhookDiagnosis | undefined>()
  const change = (part: Partial<typeof inputs>) => {
    setInputs({ ...inputs, ...part })
    setResult(undefined)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { headers, rawBody, secret, isOld } = inputs
    const found = await diagnoseWebhook({
      secret: secret.trim(),
      headers: parseHeaders(headers),
      rawBody,
      ...(isOld ? { toleranceSeconds: anyAge } : {}),
    })
    setResult(found)
  }
  return { inputs, change, submit, result }
}

function Verifier({ hasEndpoint }: { hasEndpoint: boolean }) {
  const { inputs, change, submit, result } = useVerifier()
  return (
    <div className="grid grid-3-2">
      <Card title="Verify a request" end={hasEndpoint ? <TakeNewest onTaken={change} /> : null}>
        <form className="grid" noValidate onSubmit={(event) => void submit(event)}>
          <CodeField
            label="Headers"
            rows={5}
            placeholder={'webhook-id: evt_…\nwebhook-timestamp: 1795…\nwebhook-signature: v1,…'}
            value={inputs.headers}
            onChange={(event) => change({ headers: event.target.value })}
          />
          <CodeField
            label="Raw body"
            rows={7}
            hint="Exactly as received, before any parsing: one extra space breaks the signature."
            value={inputs.rawBody}
            onChange={(event) => change({ rawBody: event.target.value })}
          />
          <TextField
            label="Signing secret"
            mono
            type="password"
            autoComplete="off"
            placeholder="whsec_…"
            value={inputs.secret}
            onChange={(event) => change({ secret: event.target.value })}
          />
          <Checkbox
            label="An old request: ignore its age"
            checked={inputs.isOld}
            onChange={(event) => change({ isOld: event.target.checked })}
          />
          <div className="row flex-wrap">
            <Button variant="primary" type="submit">
              Verify
            </Button>
            <span className="muted">Runs in this browser; nothing is sent or kept.</span>
          </div>
        </form>
      </Card>
      <Card title="Result">
        {result ? (
          <VerifierResult result={result} />
        ) : (
          <p className="muted">
            Paste a request as your server received it. Each part is checked separately.
          </p>
        )}
      </Card>
    </div>
  )
}

/** A receiver that verifies, in the language of the reader. */
function CodeSamples() {
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

const names = {
  headers: 'Headers',
  timestamp: 'Time',
  secret: 'Secret',
  signature: 'Signature',
  body: 'Body',
}

/** The verdict, and each part that was looked at. */
function VerifierResult({ result }: { result: WebhookDiagnosis }) {
  return (
    <div className="grid">
      <Notice
        alert
        tone={result.ok ? 'done' : 'fail'}
        title={result.ok ? 'The request is genuine' : 'The request does not verify'}
      >
        {result.ok
          ? 'Signed with this secret, unaltered and fresh enough.'
          : 'See below what is wrong.'}
      </Notice>
      <Timeline
        label="Checks"
        items={result.checks.map(({ name, ok, detail }) => ({
          key: name,
          meaning: ok ? 'done' : 'fail',
          title: names[name],
          text: detail,
        }))}
      />
    </div>
  )
}
