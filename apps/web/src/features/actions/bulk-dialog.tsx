import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { countText } from '../../ui/format/numbers.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { refusalText } from './action.tsx'
import { t } from '../../messages/text.ts'

/** A record that an action is for, or why it is not. */
export type BulkLine = {
  id: string
  label: string
  excluded?: string | undefined
  note?: ReactNode
}

type Props = {
  title: string
  description?: ReactNode
  /** One and several of the records. */
  noun: readonly [string, string]
  lines: readonly BulkLine[]
  /** What happened to them: `disabled`. */
  done: string
  button: (count: number) => string
  isDangerous?: boolean
  disabledReason?: string | undefined
  /** Does it to one record. */
  run: (id: string) => Promise<unknown>
  /** Once all of them were tried. */
  onDone: () => void | Promise<unknown>
  onClose: (isDone: boolean) => void
  children?: ReactNode
}

type Result = { line: BulkLine; refusal?: string }

/** The same action on many records, one after the other: what is left out and why, how far it is, what came of each. */
export function BulkDialog(props: Props) {
  const { title, description, noun, lines, button, done, onClose, children } = props
  const [results, setResults] = useState<readonly Result[]>([])
  const [state, setState] = useState<'asked' | 'running' | 'done'>('asked')
  const taken = lines.filter(({ excluded }) => excluded === undefined)
  const left = lines.filter(({ excluded }) => excluded !== undefined)
  const start = async () => {
    setState('running')
    for (const line of taken) {
      const refusal = await refusalOf(() => props.run(line.id))
      setResults((before) => [...before, { line, ...(refusal ? { refusal } : {}) }])
    }
    await props.onDone()
    setState('done')
  }
  if (state === 'done')
    return (
      <Outcome
        title={title}
        noun={noun}
        done={done}
        results={results}
        onClose={() => onClose(true)}
      />
    )
  return (
    <FormDialog
      wide
      title={title}
      description={description}
      button={
        state === 'running'
          ? t('{count} of {total}', { count: results.length, total: taken.length })
          : button(taken.length)
      }
      isBusy={state === 'running'}
      isDangerous={props.isDangerous ?? false}
      disabledReason={
        taken.length === 0 ? t('It is possible for none of them') : props.disabledReason
      }
      onSubmit={() => void start()}
      onClose={() => {
        if (state === 'asked') onClose(false)
      }}
    >
      <Lines label={t('For these')} lines={taken} count={countOf(taken.length, noun)} />
      {left.length > 0 ? (
        <Lines
          label={t('Left out')}
          lines={left}
          count={t('{count} of {total} left out', {
            count: countText(left.length),
            total: countText(lines.length),
          })}
        />
      ) : null}
      {children}
    </FormDialog>
  )
}

const countOf = (count: number, [first, many]: readonly [string, string]) =>
  `${countText(count)} ${count === 1 ? first : many}`

async function refusalOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return refusalText(error)
  }
}

type LinesProps = { label: string; count: string; lines: readonly BulkLine[] }

function Lines({ label, count, lines }: LinesProps) {
  return (
    <section aria-label={label} className="sunken-box">
      <div className="label">{count}</div>
      <ul className="max-h-[280px] overflow-auto">
        {lines.map(({ id, label: name, excluded, note }) => (
          <li key={id}>
            {name}
            {excluded ? <span className="muted">: {excluded}</span> : null}
            {note ? <span className="muted"> {note}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

type OutcomeProps = Pick<Props, 'title' | 'noun' | 'done'> & {
  results: readonly Result[]
  onClose: () => void
}

function Outcome({ title, noun, done, results, onClose }: OutcomeProps) {
  const refused = results.filter(({ refusal }) => refusal !== undefined)
  const well = results.length - refused.length
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={title}
      description={
        refused.length > 0
          ? t('{records} {done}, {count} not.', {
              records: countOf(well, noun),
              done,
              count: countText(refused.length),
            })
          : t('{records} {done}.', { records: countOf(well, noun), done })
      }
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <ul aria-label={t('Results')} className="max-h-[280px] overflow-auto">
        {results.map(({ line, refusal }) => (
          <li key={line.id}>
            {line.label}: {refusal ?? done}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
