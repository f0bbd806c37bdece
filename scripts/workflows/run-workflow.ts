import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { parse } from 'yaml'
import * as z from 'zod'

const Values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String))

const Step = z.object({
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  run: z.string().optional(),
  env: Values.optional(),
})

const Job = z.object({
  needs: z.union([z.string(), z.array(z.string())]).default([]),
  if: z.string().optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  environment: z.string().optional(),
  'timeout-minutes': z.number(),
  strategy: z.object({ matrix: z.record(z.string(), z.string()), 'max-parallel': z.number().optional() }).optional(),
  outputs: Values.optional(),
  env: Values.optional(),
  steps: z.array(Step),
})

/** The parts of a GitHub workflow that this repository uses. */
const Workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), Job),
})
export type Workflow = z.infer<typeof Workflow>

/** One command of a job, with the environment that the workflow gives it. */
export interface Command {
  job: string
  /** The GitHub environment, whose secrets the job has. */
  environment: string
  run: string
  env: Record<string, string>
}

/** What the workflow reads of its run. */
export interface RunContext {
  github: Record<string, unknown>
  vars?: Record<string, string>
  secrets?: Record<string, string>
}

interface JobResult {
  result: 'success' | 'failure' | 'skipped'
  outputs: Record<string, string>
}

export function readWorkflow(name: string): Workflow {
  return z.parse(Workflow, parse(readFileSync(join(root, '.github/workflows', `${name}.yml`), 'utf8')))
}

/**
 * Runs the commands of a workflow as GitHub would, one after the other: each job after those that it needs, once per value of its matrix.
 * `execute` runs a command and returns the outputs of its step; it throws if the command fails. Returns the result of each job.
 */
export async function runWorkflow(
  workflow: Workflow,
  context: RunContext,
  execute: (command: Command) => Promise<Record<string, string>>,
): Promise<Record<string, JobResult['result']>> {
  const results: Record<string, JobResult> = {}
  for (const [name, job] of Object.entries(workflow.jobs)) {
    const needs = Object.fromEntries([job.needs].flat().map((need) => [need, results[need]]))
    // GitHub's `success()` and `failure()` look at every job before this one, not only at those that it names.
    const before = listAncestors(workflow, name).map((ancestor) => results[ancestor]?.result ?? 'skipped')
    const scope = { ...context, needs, before }
    const hasStatus = /\b(always|cancelled|failure|success)\(/.test(job.if ?? '')
    const isDue = (hasStatus || before.every((result) => result === 'success')) && (!job.if || Boolean(evaluate(job.if, scope)))
    results[name] = isDue ? await runJob(name, job, scope, execute) : { result: 'skipped', outputs: {} }
  }
  return Object.fromEntries(Object.entries(results).map(([name, { result }]) => [name, result]))
}

async function runJob(
  name: string,
  job: z.infer<typeof Job>,
  context: Record<string, unknown>,
  execute: (command: Command) => Promise<Record<string, string>>,
): Promise<JobResult> {
  const [[key, values] = ['', '']] = Object.entries(job.strategy?.matrix ?? {})
  const rows = key ? readList(evaluate(values.replace(/^\$\{\{|\}\}$/g, ''), context)).map((value) => ({ [key]: value })) : [{}]
  try {
    let outputs: Record<string, string> = {}
    for (const matrix of rows) {
      const steps: Record<string, { outputs: Record<string, string> }> = {}
      const scope = { ...context, matrix, steps }
      const fill = (text: string) => text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => String(evaluate(expression, scope) ?? ''))
      const fillAll = (all: Record<string, string> = {}) => Object.fromEntries(Object.entries(all).map(([one, text]) => [one, fill(text)]))
      for (const step of job.steps) {
        if (!step.run || (step.if && !evaluate(step.if, scope))) continue
        const env = { ...fillAll(job.env), ...fillAll(step.env) }
        const produced = await execute({ job: name, environment: fill(job.environment ?? ''), run: fill(step.run), env })
        if (step.id) steps[step.id] = { outputs: produced }
      }
      outputs = fillAll(job.outputs)
    }
    return { result: 'success', outputs }
  } catch {
    return { result: 'failure', outputs: {} }
  }
}

function listAncestors({ jobs }: Workflow, name: string): string[] {
  const found = new Set([jobs[name]?.needs ?? []].flat())
  for (const need of found) for (const further of [jobs[need]?.needs ?? []].flat()) found.add(further)
  return [...found]
}

const readList = (value: unknown) => z.parse(z.array(z.string()), value)

/** Evaluates an expression of GitHub's language. The ones of this repository are also JavaScript, but for `needs.*`. */
function evaluate(expression: string, scope: Record<string, unknown>): unknown {
  const before = readList(scope.before)
  const functions = {
    always: () => true,
    cancelled: () => false,
    failure: () => before.includes('failure'),
    contains: (list: unknown[], value: unknown) => list.includes(value),
    fromJSON: JSON.parse,
    toJSON: JSON.stringify,
  }
  const names = { github: {}, vars: {}, secrets: {}, matrix: {}, steps: {}, ...scope, ...functions }
  const script = expression.replaceAll('needs.*.result', 'Object.values(needs).map(({ result }) => result)').replace(/\.(?=[a-z])/g, '?.')
  return new Function(...Object.keys(names), `return (${script.replaceAll('Object?.', 'Object.')})`)(...Object.values(names))
}
