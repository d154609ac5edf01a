export { explain, type Finding } from './analysis.ts'
export { compile, type CompiledPolicy } from './compile.ts'
export { decide, type Decision } from './decide.ts'
export {
  type Amounts,
  type Facts,
  movedAmounts,
  type Past,
  type PayeeStanding,
  type PolicyScope,
  type PolicyWindow,
  type ScopeIds,
  windowKey,
  windowsOf,
} from './facts.ts'
export { defaultPolicy, payingOperations, type PolicyTerms } from './partner-default.ts'
export { type Changed, replay, type Replay } from './replay.ts'
export { describe, sentenceOf, sentencesOf } from './sentences.ts'
export { explainForTeam, mayAgree, type Person, stillNeeded, type TeamMember } from './team.ts'
export { describeDuration, type Names } from './texts.ts'
