import { describeChainPort } from '../testing/port-suite.ts'
import { createEvmAdapter } from './adapter.ts'

describeChainPort('EVM over JSON-RPC', (chain) => createEvmAdapter(chain.definition))
