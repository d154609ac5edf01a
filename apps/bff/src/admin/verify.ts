import type { Command } from './command.ts'

export const verifyCommands: Record<string, Command> = {}
