import { diagnoseWebhook, type WebhookDiagnosis } from '@corridor/client'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Checkbox } from '../../../ui/controls/choice.tsx'
import { TextField } from '../../../ui/controls/text-input.tsx'
import { CodeField } from '../../../ui/controls/code-field.tsx'
import { CodeSamples } from './code-samples.tsx'
import { FormatNotes } from './format-notes.tsx'
import { parseHeaders } from './parse-headers.ts'
import type { WebhookEndpoint } from '../../../api/queries/webhooks.ts'
import { TakeNewest } from './take-newest.tsx'
import { VerifierResult } from './verifier-result.tsx'

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
  const [given, setGiven] = useState({ headers: '', rawBody: '', secret: '', isOld: false })
  const [result, setResult] = useState<WebhookDiagnosis | undefined>()
  const change = (part: Partial<typeof given>) => {
    setGiven({ ...given, ...part })
    setResult(undefined)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { headers, rawBody, secret, isOld } = given
    const found = await diagnoseWebhook({
      secret: secret.trim(),
      headers: parseHeaders(headers),
      rawBody,
      ...(isOld ? { toleranceSeconds: anyAge } : {}),
    })
    setResult(found)
  }
  return { given, change, submit, result }
}

function Verifier({ hasEndpoint }: { hasEndpoint: boolean }) {
  const { given, change, submit, result } = useVerifier()
  return (
    <div className="grid grid-3-2">
      <Card title="Verify a request" end={hasEndpoint ? <TakeNewest onTaken={change} /> : null}>
        <form className="grid" noValidate onSubmit={(event) => void submit(event)}>
          <CodeField
            label="Headers"
            rows={5}
            placeholder={'webhook-id: evt_…\nwebhook-timestamp: 1795…\nwebhook-signature: v1,…'}
            value={given.headers}
            onChange={(event) => change({ headers: event.target.value })}
          />
          <CodeField
            label="Raw body"
            rows={7}
            hint="As it came, before any parser: one other space and the signature does not fit."
            value={given.rawBody}
            onChange={(event) => change({ rawBody: event.target.value })}
          />
          <TextField
            label="Signing secret"
            mono
            type="password"
            autoComplete="off"
            placeholder="whsec_…"
            value={given.secret}
            onChange={(event) => change({ secret: event.target.value })}
          />
          <Checkbox
            label="An old request: its age does not matter"
            checked={given.isOld}
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
            Paste a request as your server received it: each part is checked by itself.
          </p>
        )}
      </Card>
    </div>
  )
}
