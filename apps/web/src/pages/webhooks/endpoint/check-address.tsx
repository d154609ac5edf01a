import { useMutation } from '@tanstack/react-query'
import { Radar } from 'lucide-react'
import { type AnswerOf, call, webhooks } from '../../../api/call.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Timeline } from '../../../ui/display/timeline.tsx'
import { Refused } from '../../../features/actions/action.tsx'
import { serviceText } from '../../../messages/service.ts'
import { t } from '../../../messages/text.ts'

type Check = AnswerOf<typeof webhooks.check>['data']

const stepNames: Record<Check['steps'][number]['name'], string> = {
  ADDRESS: t('Address'),
  DNS: t('Name'),
  CONNECT: t('Connection'),
  ANSWER: t('Answer to a signed ping'),
}

/** Tries the address that stands in the form; nothing is saved by it. */
export function CheckAddress({ url, missing }: { url: string; missing: string | undefined }) {
  const check = useMutation({
    mutationFn: (webhookUrl: string) => call(webhooks.check, { body: { webhookUrl } }),
  })
  const checked = check.variables === url ? check : undefined
  return (
    <div className="stack">
      <div className="row flex-wrap">
        <Button
          size="s"
          icon={Radar}
          busy={check.isPending}
          disabledReason={missing ?? (url === '' ? t('Enter an address first') : undefined)}
          onClick={() => check.mutate(url)}
        >
          {t('Check address')}
        </Button>
        <output className="muted">
          {checked?.isPending ? t('Checking name, connection and a signed ping …') : ''}
          {checked?.data ? verdict(checked.data.data) : ''}
        </output>
      </div>
      {checked?.data ? <Steps steps={checked.data.data.steps} /> : null}
      <Refused title={t('Not checked')} error={checked?.error} />
    </div>
  )
}

function verdict({ ok, durationMs }: Check): string {
  return ok
    ? t('It works: answered in {milliseconds} ms.', { milliseconds: durationMs })
    : t('It does not work yet.')
}

/** The first step that fails ends the check: those behind it were not tried. */
function Steps({ steps }: { steps: Check['steps'] }) {
  const failed = steps.findIndex(({ ok }) => !ok)
  return (
    <Timeline
      label={t('Check of the address')}
      items={steps.map(({ name, ok, detail }, index) => ({
        key: name,
        meaning: ok ? 'done' : index === failed ? 'fail' : 'none',
        title: stepNames[name],
        text: serviceText(detail),
      }))}
    />
  )
}
