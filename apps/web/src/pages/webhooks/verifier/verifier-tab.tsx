import { diagnoseWebhook, type WebhookDiagnosis } from '@corridor/client'
import { type FormEvent, useState } from 'react'
import { Button, CopyButton } from '../../../ui/controls/button.tsx'
import { Card, Notice } from '../../../ui/display/blocks.tsx'
import { Checkbox, RadioGroup, TextField } from '../../../ui/controls/inputs.tsx'
import { CodeField } from '../../../ui/controls/code-field.tsx'
import { FormatNotes } from './format-notes.tsx'
import { type WebhookEndpoint, deliveryQuery } from '../../../api/queries/webhooks.ts'
import { samples } from './samples.ts'
import { Timeline } from '../../../ui/display/timeline.tsx'
import { serviceText } from '../../../messages/service.ts'
import { t } from '../../../messages/text.ts'
import { call, webhooks } from '../../../api/call.ts'
import { queries } from '../../../api/query-client.ts'
import { toast } from '../../../ui/overlays/toast.ts'

/** Shows which part of a received request does not fit; what is pasted never leaves the browser. */
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
      <Card
        title={t('Verify a request')}
        end={hasEndpoint ? <TakeNewest onTaken={change} /> : null}
      >
        <form className="grid" noValidate onSubmit={(event) => void submit(event)}>
          <CodeField
            label={t('Headers')}
            rows={5}
            placeholder={'webhook-id: evt_…\nwebhook-timestamp: 1795…\nwebhook-signature: v1,…'}
            value={inputs.headers}
            onChange={(event) => change({ headers: event.target.value })}
          />
          <CodeField
            label={t('Raw body')}
            rows={7}
            hint={t(
              'Exactly as received, before any parsing: one extra space breaks the signature.',
            )}
            value={inputs.rawBody}
            onChange={(event) => change({ rawBody: event.target.value })}
          />
          <TextField
            label={t('Signing secret')}
            mono
            type="password"
            autoComplete="off"
            placeholder="whsec_…"
            value={inputs.secret}
            onChange={(event) => change({ secret: event.target.value })}
          />
          <Checkbox
            label={t('An old request: ignore its age')}
            checked={inputs.isOld}
            onChange={(event) => change({ isOld: event.target.checked })}
          />
          <div className="row flex-wrap">
            <Button variant="primary" type="submit">
              {t('Verify')}
            </Button>
            <span className="muted">{t('Runs in this browser; nothing is sent or kept.')}</span>
          </div>
        </form>
      </Card>
      <Card title={t('Result')}>
        {result ? (
          <VerifierResult result={result} />
        ) : (
          <p className="muted">
            {t('Paste a request as your server received it. Each part is checked separately.')}
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
    <Card
      title={t('Verify in your own program')}
      end={<CopyButton text={code} label={t('Copy code')} />}
    >
      <div className="grid gap-2">
        <div className="overflow-x-auto">
          <RadioGroup
            label={t('Language')}
            labelHidden
            look="segment"
            value={name}
            onChange={setName}
            options={samples.map((sample) => ({ value: sample.name, label: sample.name }))}
          />
        </div>
        <section aria-label={t('Receiver in {name}', { name })}>
          <pre className="code">{code}</pre>
        </section>
      </div>
    </Card>
  )
}

const names = {
  headers: t('Headers'),
  timestamp: t('Time'),
  secret: t('Secret'),
  signature: t('Signature'),
  body: t('Body'),
}

/** The verdict, and each part that was looked at. */
function VerifierResult({ result }: { result: WebhookDiagnosis }) {
  return (
    <div className="grid">
      <Notice
        alert
        tone={result.ok ? 'done' : 'fail'}
        title={result.ok ? t('The request is genuine') : t('The request does not verify')}
      >
        {result.ok
          ? t('Signed with this secret, unaltered and fresh enough.')
          : t('See below what is wrong.')}
      </Notice>
      <Timeline
        label={t('Checks')}
        items={result.checks.map(({ name, ok, detail }) => ({
          key: name,
          meaning: ok ? 'done' : 'fail',
          title: names[name],
          text: serviceText(detail),
        }))}
      />
    </div>
  )
}

/**
 * Headers as people paste them: lines of `name: value`, with or without the `-H` and quotes of a command line, or a
 * JSON object. Names come out in lower case; lines that are no header are passed over.
 */
export function parseHeaders(text: string): Record<string, string> {
  return fromJson(text) ?? fromLines(text)
}

function fromJson(text: string): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.fromEntries(
      Object.entries(value).map(([name, content]) => [name.toLowerCase(), String(content)]),
    )
  } catch {
    return undefined
  }
}

const line = /^\s*(?:-H\s*)?(["']?)([\w-]+)\s*:\s*(.*?)\1\s*\\?\s*$/

function fromLines(text: string): Record<string, string> {
  const found = text.split('\n').flatMap((item) => {
    const [, , name = '', value = ''] = line.exec(item) ?? []
    return name === '' ? [] : [[name.toLowerCase(), value] as const]
  })
  return Object.fromEntries(found)
}

type Taken = { headers: string; rawBody: string }

/** Fills headers and body from what the service sent last. */
function TakeNewest({ onTaken }: { onTaken: (taken: Taken) => void }) {
  const [isBusy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      const taken = await newestSent()
      if (taken) onTaken(taken)
      else toast({ title: t('Nothing was sent yet') })
    } catch {
      toast({ tone: 'fail', title: t('The newest delivery could not be read') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="s" busy={isBusy} onClick={() => void take()}>
      {t('Take newest delivery')}
    </Button>
  )
}

async function newestSent(): Promise<Taken | undefined> {
  const query = { limit: '20', status: 'DELIVERED,RETRYING,EXHAUSTED' }
  const { data } = await call(webhooks.deliveries, { query })
  const newest = data.find(({ attempts }) => attempts.length > 0)
  if (!newest) return undefined
  const read = await queries.fetchQuery(deliveryQuery(newest.deliveryId))
  const { attempts, body = '' } = read.data
  const headers = Object.entries(attempts.at(-1)?.requestHeaders ?? {})
  return { headers: headers.map(([name, value]) => `${name}: ${value}`).join('\n'), rawBody: body }
}
