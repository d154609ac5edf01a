import { v7 as uuidV7 } from 'uuid'
import type { Tx } from '../../db/open.ts'
import {
  addOperator,
  findOperator,
  listOperators,
  type OperatorPerson,
  removeOperator,
} from '../../records/audit/operators.ts'
import { onSite, Refused, textOption } from '../base/command.ts'
import type { Site } from '../base/site.ts'

const nameForm = /^[\p{L}\p{N}][\p{L}\p{N} .'-]{0,79}$/u

type Who = Pick<Site, 'config'>

/** The person whose token is in the environment. @throws Refused where there is none, or nobody's */
export async function operatorOn(site: Who, tx: Tx): Promise<OperatorPerson> {
  const found = await operatorIfNamed(site, tx)
  if (found) return found
  throw new Refused('Set OPERATOR_TOKEN to your own token, which `operator add` gave you.')
}

async function operatorIfNamed({ config }: Who, tx: Tx): Promise<OperatorPerson | undefined> {
  const { OPERATOR_TOKEN: token } = config
  if (token === undefined) return undefined
  const found = await findOperator(tx, token)
  if (!found) throw new Refused('OPERATOR_TOKEN is nobody’s token.')
  return found
}

const person = textOption('<name>', 'the person’s own name')

export const operatorCommands = {
  'operator add': onSite({
    summary: 'let a person in who proposes and confirms; prints their token once',
    options: { name: person.regex(nameForm, 'letters, digits, spaces, at most 80.') },
    run: (site, { name }) => {
      const token = `operator_${Buffer.from(site.random(32)).toString('base64url')}`
      return site.db.asWorker(async (tx) => {
        const by = await operatorIfNamed(site, tx)
        const added = await addOperator(tx, { id: uuidV7(), name, token, ...(by && { by }) })
        if (!added.ok) throw new Refused(refusals[added.failure])
        return { ...bodyOf(added.value), operatorToken: token }
      })
    },
  }),
  'operator list': onSite({
    summary: 'list everybody who may or might once propose and confirm',
    options: {},
    run: ({ db }) =>
      db.asWorker(async (tx) => ({ operators: (await listOperators(tx)).map(bodyOf) })),
  }),
  'operator remove': onSite({
    summary: 'end what a person may propose and confirm, at once',
    options: { name: person },
    run: (site, { name }) =>
      site.db.asWorker(async (tx) => {
        const by = await operatorOn(site, tx)
        const removed = await removeOperator(tx, { name, by })
        if (!removed.ok) throw new Refused('Nobody who is there has this name.')
        return bodyOf(removed.value)
      }),
  }),
}

const refusals = {
  NEEDS_OPERATOR: 'A third person is let in by one who is there: set OPERATOR_TOKEN.',
  NAME_TAKEN: 'This name is taken, or was: choose another one.',
} as const

const bodyOf = (row: OperatorPerson) => ({
  name: row.name,
  addedAt: row.added_at.toISOString(),
  confirmsFrom: row.confirms_from.toISOString(),
  removedAt: row.removed_at?.toISOString() ?? null,
})
