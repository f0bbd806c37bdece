import * as z from 'zod'
import { ExpectedError } from '../lib/expected-error.ts'

const Runs = z.object({ workflow_runs: z.array(z.object({ head_sha: z.string() })) })

/**
 * Finds the commit to compare with: the target of a pull request, else the commit of the last successful run on main. A run that failed or
 * that a newer one replaced may have shipped nothing, so the next run covers its changes too. Null without such a commit.
 */
export async function findBase(environment: NodeJS.ProcessEnv, fetchRuns: typeof fetch = fetch): Promise<string | null> {
  const { PULL_REQUEST_BASE, GITHUB_TOKEN, GITHUB_API_URL, GITHUB_REPOSITORY, EVERYTHING } = environment
  if (EVERYTHING === 'true') return null
  if (PULL_REQUEST_BASE) return PULL_REQUEST_BASE
  if (!GITHUB_TOKEN) return null
  const runs = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/actions/workflows/main.yml/runs?branch=main&status=success&per_page=1`
  const response = await fetchRuns(runs, { headers: { authorization: `Bearer ${GITHUB_TOKEN}` } })
  if (!response.ok)
    throw new ExpectedError(`GitHub answered ${response.status} to the question for the last successful run. Run the workflow again.`)
  return z.parse(Runs, await response.json()).workflow_runs[0]?.head_sha ?? null
}
