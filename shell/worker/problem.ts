import type { SharedProblem } from '@encre/protocol/problem'
import type { ReleaseProblem } from '@encre/releases/registry'
import { problem as answer } from '@encre/worker/problem'

/** Answers one of the site's own problem codes. */
export const problem = answer<ReleaseProblem | SharedProblem>
