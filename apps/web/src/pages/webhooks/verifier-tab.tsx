import { diagnoseWebhook, type WebhookDiagnosis } from '@corridor/client'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call, webhooks } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-input.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { CodeField } from './code-field.tsx'
import { CodeSamples } from './code-samples.tsx'
import { FormatNotes } from './format-notes.tsx'
import { parseHeaders } from './parse-headers.ts'
import { deliveryQuery, type Endpoint } from './queries.ts'
import { toast } from '../../ui/toast.ts'

/** Tells which part of a received request does not fit; what is pasted never leaves the browser. */
export function VerifierTab({ endpoint }: { endpoint: Endpoint }) {
  return (
    <div className="grid">
      <Verifier hasEndpoint={endpoint.webhookUrl !== ''} />
      <CodeSamples />
      <FormatNotes preset={endpoint.retryPreset} />
    </div>
  )
}

const anyAge = Number.MAX_SAFE_INTEGER
const names = {
  headers: 'Headers',
  timestamp: 'Time',
  secret: 'Secret',
  signature: 'Signature',
  body: 'Body',
}

function Verifier({ hasEndpoint }: { hasEndpoint: boolean }) {
  const [given, setGiven] = useState({ headers: '', rawBody: '', secret: '' })
  const [isOld, setOld] = useState(false)
  const [result, setResult] = useState<WebhookDiagnosis | undefined>()
  const change = (part: Partial<typeof given>) => {
    setGiven({ ...given, ...part })
    setResult(undefined)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setResult(
      await diagnoseWebhook({
        secret: given.secret.trim(),
        headers: parseHeaders(given.headers),
        rawBody: given.rawBody,
        ...(isOld ? { toleranceSeconds: anyAge } : {}),
      }),
    )
  }
  return (
    <div className="grid g-32">
      <Card
        title="Verify a request"
        end={hasEndpoint ? <TakeNewest onTaken={(part) => change(part)} /> : null}
      >
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
            checked={isOld}
            onChange={(event) => {
              setOld(event.target.checked)
              setResult(undefined)
            }}
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
          <Result result={result} />
        ) : (
          <p className="muted">
            Paste a request as your server received it: each part is checked by itself.
          </p>
        )}
      </Card>
    </div>
  )
}

function Result({ result }: { result: WebhookDiagnosis }) {
  return (
    <div className="grid">
      <Notice
        alert
        tone={result.ok ? 'done' : 'fail'}
        title={result.ok ? 'The request is genuine' : 'The request does not verify'}
      >
        {result.ok
          ? 'Signed with this secret, unaltered and fresh enough.'
          : 'What is wrong stands below.'}
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

type Taken = { headers: string; rawBody: string }

/** Fills headers and body from what the service sent last. */
function TakeNewest({ onTaken }: { onTaken: (taken: Taken) => void }) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      const taken = await newestSent(queries)
      if (taken) onTaken(taken)
      else toast({ title: 'Nothing was sent yet' })
    } catch {
      toast({ tone: 'fail', title: 'The newest delivery could not be read' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="s" busy={isBusy} onClick={() => void take()}>
      Take newest delivery
    </Button>
  )
}

async function newestSent(queries: ReturnType<typeof useQueryClient>): Promise<Taken | undefined> {
  const query = { limit: '20', status: 'DELIVERED,RETRYING,EXHAUSTED' }
  const { data } = await call(webhooks.deliveries, { query })
  const newest = data.find(({ attempts }) => attempts.length > 0)
  if (!newest) return undefined
  const read = await queries.fetchQuery(deliveryQuery(newest.deliveryId))
  const { attempts, body = '' } = read.data
  const headers = Object.entries(attempts.at(-1)?.requestHeaders ?? {})
  return { headers: headers.map(([name, value]) => `${name}: ${value}`).join('\n'), rawBody: body }
}
