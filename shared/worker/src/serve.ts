import {
  type BodyOf,
  isSchema,
  listOperations,
  type Operation,
  type ParamsOf,
  type QueryOf,
} from '@encre/protocol/operation'
import type { Context, Handler, Hono } from 'hono'
import * as z from 'zod/mini'
import type { AppEnv } from './app.ts'
import { parseBody } from './body.ts'
import { limitMemberWrites, type MemberFloodBindings } from './flood-limits.ts'
import { type AuthBindings, type MemberEnv, requireMember } from './member.ts'
import { answerContract, answerOpenApi, listCommonOperations } from './openapi.ts'
import { type Answer, problem } from './problem.ts'
import { readRepeatKey } from './repeats.ts'

/** What a request asks for, as its operation declares it. */
interface Received<Declared extends Operation> {
  params: ParamsOf<Declared['path']>
  query: QueryOf<Declared>
  body: BodyOf<Declared>
  /** The page's key, under which it may send the request again. */
  key: Declared extends { repeats: 'by-key' } ? string : undefined
}

type EnvOf<Declared extends Operation, Bindings extends object> = Declared extends {
  access: 'public'
}
  ? AppEnv<Bindings>
  : MemberEnv<Bindings>

/** One function for each operation of a contract, under the operation's name. */
export type HandlersOf<Contract, Bindings extends object> = {
  [Name in keyof Contract as Contract[Name] extends Operation
    ? Name
    : never]: Contract[Name] extends infer Declared extends Operation
    ? (
        c: Context<EnvOf<Declared, Bindings>>,
        received: Received<Declared>,
      ) => Answer<CodeOf<Declared>> | Promise<Answer<CodeOf<Declared>>>
    : never
}

/** The problem codes that an operation may answer: its own, and those that need no declaration. */
type CodeOf<Declared extends Operation> =
  | 'invalid-request'
  | 'unavailable'
  | (Declared extends { access: 'public' } ? never : 'permission-denied')
  | (Declared extends { method: 'GET' } ? never : 'resource-exhausted')
  | (Declared extends { problems: infer Problems }
      ? Extract<Problems[keyof Problems], readonly string[]>[number]
      : never)

/**
 * Answers the operations of a contract, and what describes them. `feature` is the part of their
 * addresses after `/api/`. One that is not public answers only members, and limits
 * their writes. Query and body have been read: 400 `invalid-request` if they do not match.
 */
export function serve<Bindings extends AuthBindings & MemberFloodBindings, Contract extends object>(
  app: Hono<AppEnv<Bindings>>,
  feature: string,
  contract: Contract,
  handlers: HandlersOf<Contract, Bindings>,
): void {
  app.get(`/api/${feature}/contract`, answerContract(contract))
  const isServed = ({ path }: Operation) => app.routes.some((route) => route.path === path)
  const listOthers = () => listCommonOperations(feature).filter(isServed)
  app.get(`/api/${feature}/openapi.json`, answerOpenApi(feature, contract, listOthers))
  const byName = new Map<string, unknown>(Object.entries(handlers))
  for (const [name, operation] of listOperations(contract)) {
    const handle = byName.get(name)
    if (typeof handle !== 'function') throw new Error(`nothing answers ${name}`)
    const guards: Handler[] =
      operation.access === 'public' ? [] : [requireMember, limitMemberWrites]
    app.on(operation.method, [operation.path], ...guards, async (c: Context) => {
      const received = await readRequest(c, operation)
      return 'refusal' in received
        ? problem(c, 400, 'invalid-request', received.refusal)
        : handle(c, received)
    })
  }
}

async function readRequest(c: Context, { query, body, repeats }: Operation) {
  const readQuery = query && z.safeParse(query, c.req.query())
  if (readQuery?.success === false) return { refusal: describeIssue(readQuery.error) }
  const readBody = isSchema(body) ? await parseBody(c, body) : undefined
  if (readBody?.success === false) return { refusal: describeIssue(readBody.error) }
  const key = repeats === 'by-key' ? readRepeatKey(c, readQuery?.data, readBody?.data) : undefined
  return { params: c.req.param(), query: readQuery?.data, body: readBody?.data, key }
}

/** The names of what does not match. */
function describeIssue({ issues: [issue] }: z.core.$ZodError): string {
  return issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : (issue?.path.join('.') ?? '')
}
