import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { type ExplanationOf, explanationQuery } from '../../../../api/queries/tracking.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { Region } from '../../../../ui/page/region.tsx'
import { t } from '../../../../messages/text.ts'

const parts = [
  ['happened', t('What happened')],
  ['cost', t('What it cost')],
  ['place', t('Where the money is')],
  ['next', t('What happens next')],
] as const

type Props = {
  executionId: string
  /** A transfer that has changed is explained anew. */
  version: number
}

/** The transfer in sentences, with amounts from the ledger. */
export function Explanation({ executionId, version }: Props) {
  const query = useQuery(explanationQuery(executionId, version))
  return (
    <section className="card-body" aria-label={t('Explanation')}>
      <Region query={query} what={t('Explanation')}>
        {({ data }) => <Story explanation={data} />}
      </Region>
    </section>
  )
}

function Story({ explanation }: { explanation: ExplanationOf }) {
  const { sentences, supportText, payerText } = explanation
  return (
    <div className="grid">
      {parts.map(([part, title]) => (
        <section key={part} aria-label={title}>
          <div className="muted strong">{title}</div>
          <p>
            {sentences
              .filter((sentence) => sentence.part === part)
              .map(({ text }) => text)
              .join(' ')}
          </p>
        </section>
      ))}
      <div className="row flex-wrap">
        <CopyText label={t('Copy for support')} text={supportText} />
        <CopyText label={t('Copy for the payer')} text={payerText} />
        <span className="muted">
          {t('The payer’s copy names nobody, no id and no reason of a check.')}
        </span>
      </div>
    </div>
  )
}

function CopyText({ label, text }: { label: string; text: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast({ tone: 'done', title: t('Explanation copied') })
  }
  return (
    <Button size="s" icon={Copy} onClick={() => void copy()}>
      {label}
    </Button>
  )
}
