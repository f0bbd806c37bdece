import type { ServerResponse } from 'node:http'
import { image } from './faults.ts'

/** A server with OpenAI's images API, as its vendor documents it or an issue shows it. */
interface Dialect {
  /** Where the error is quoted from, word for word. */
  source: string
  /** Models that the site asks for, in order. */
  models: string
  /** Parameters that the server refuses, one per answer, in the order of its checks. */
  refuses?: readonly string[]
  refusesModels?: readonly string[]
  /** Answers each refusal. `name`: the parameter or the model. */
  error?: (name: string, prompt: string) => object | string
  status?: number
  /** Routes that the server does not have. */
  lacks?: 'edits' | 'generations'
  /** One image as the server answers it. Default: `b64_json` in one line. */
  answer?: object
  /** What the member asks for. `mask`: a retouch of a part of a design that was made before. */
  asks?: 'reference' | 'transparent' | 'mask' | 'band'
  /** `done` or the failure's code, and the calls until then. */
  ends: string
  calls: number
}

const base64 = image.toString('base64')
const openAi = (message: string, fields: object = {}) => ({
  error: { message, type: 'invalid_request_error', param: null, code: null, ...fields },
})
const unknownParameter = (param: string) =>
  openAi(`Unknown parameter: '${param}'.`, { param, code: 'unknown_parameter' })
const liteLlm = (message: string) => ({
  error: { message, type: 'None', param: 'None', code: '400' },
})
const extraForbidden = (name: string) => ({
  detail: [
    {
      type: 'extra_forbidden',
      loc: ['body', name],
      msg: 'Extra inputs are not permitted',
      input: 'vivid',
    },
  ],
})
const azureExtraBody = `litellm.BadRequestError: AzureException BadRequestError - {\n  "error": {\n    "message": "Unknown parameter: 'extra_body'.",\n    "type": "invalid_request_error",\n    "param": "extra_body",\n    "code": "unknown_parameter"\n  }\n}. Received Model Group=openai_gpt_image_1\nAvailable Model Group Fallbacks=None`
const gemini = (name: string) =>
  `Setting \`${name}\` is not supported by vertex_ai, gemini-2.0-flash-preview-image-generation.`
const done = { ends: 'done', calls: 1 }

// biome-ignore format: one row, one line
export const dialects: Record<string, Dialect> = {
  openai: { source: 'openai 7.55.0 types; vercel/ai#6102', models: 'gpt-image-2', refuses: ['style', 'response_format', 'input_fidelity'], error: unknownParameter, ...done },
  prefixed: { source: 'LiteLLM proxy, Azure, Vercel: openai/gpt-image-2', models: 'openai/gpt-image-2', refuses: ['style', 'response_format'], error: unknownParameter, ...done },
  'strict-gateway': { source: 'vercel/ai#14360', models: 'azure/gpt-image-2.5-flare', refuses: ['safety_identifier'], error: unknownParameter, ends: 'done', calls: 2 },
  xai: { source: 'docs.x.ai; rikkahub/rikkahub#1602', models: 'grok-imagine-image', refuses: ['size', 'style', 'quality'], error: (name) => ({ code: '400', error: `Argument not supported: ${name}` }), ends: 'done', calls: 4 },
  'litellm-gemini': { source: 'MervinPraison/PraisonAI#985', models: 'gemini-3.1-flash-image', refuses: ['style'], error: (name) => liteLlm(`litellm.UnsupportedParamsError: ${gemini(name)} To drop it from the call, set \`litellm.drop_params = True\`.`), ends: 'done', calls: 2 },
  'sd-server-reference': { source: 'stable-diffusion.cpp, Ollama and LocalAI READMEs', models: 'sd3.5-large', lacks: 'edits', asks: 'reference', ends: 'references-unsupported', calls: 1 },
  'vllm-omni': { source: 'vLLM docs: strict mode, FastAPI', models: 'qwen-image', refuses: ['style', 'quality'], status: 422, error: extraForbidden, ends: 'done', calls: 3 },
  openrouter: { source: 'dsh-image-gen#76', models: 'openai/gpt-image-2', lacks: 'generations', ends: 'provider-misconfigured', calls: 1 },
  'litellm-azure-stream': { source: 'BerriAI/litellm#16059', models: 'openai_gpt_image_1/gpt-image-1', refuses: ['stream'], error: () => ({ error: { message: azureExtraBody, type: null, param: null, code: '400' } }), ends: 'done', calls: 2 },
  sub2api: { source: 'Wei-Shaw/sub2api#7150', models: 'gpt-image-2', refuses: ['background'], error: () => openAi('Transparent background is not supported for this model.', { code: 'invalid_value' }), asks: 'transparent', ends: 'done', calls: 2 },
  'gemini-compatible': { source: 'yym68686/uni-api#129', models: 'gemini-2.0-flash-exp-image-generation', refuses: ['size', 'quality', 'style'], error: (name) => ({ error: { code: 400, message: `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`, status: 'INVALID_ARGUMENT' } }), ends: 'done', calls: 4 },
  'azure-deployment': { source: 'lobehub/lobehub#14450', models: 'gpt-image-2,gpt-image-2-1', refusesModels: ['gpt-image-2'], error: (name) => openAi(`Unknown model: ${name}`), ends: 'done', calls: 2 },
  'litellm-responses': { source: 'BerriAI/litellm#23709', models: 'gpt-image-1.5,gpt-image-2', refusesModels: ['gpt-image-1.5'], error: () => openAi("litellm.BadRequestError: AzureException BadRequestError - {\n\"error\": {\n\"message\": \"Model not supported with Responses API. Supported models are: ['gpt-image-1', 'gpt-image-1-mini', 'gpt-image-1.5']\",\n\"type\": \"invalid_request_error\",\n\"param\": null,\n\"code\": null\n}\n}. Received Model Group=gpt-image-1.5\nAvailable Model Group Fallbacks=None"), ends: 'done', calls: 2 },
  'azure-inputs': { source: 'microsoft/agent-framework#5618', models: 'gpt-image-2', refusesModels: ['gpt-image-2'], error: () => openAi('There was an issue with your request. Please check your inputs and try again'), ends: 'words-refused', calls: 1 },
  'moderation-with-quote': { source: 'facts of the images API: a refusal quotes the words', models: 'gpt-image-2', refusesModels: ['gpt-image-2'], error: (_, prompt) => openAi(`Your request was rejected as a result of our safety system. ${prompt}`), ends: 'moderation-blocked', calls: 1 },
  'sub2api-mask': { source: 'Wei-Shaw/sub2api#2251', models: 'gpt-image-2', refuses: ['mask'], status: 502, error: () => ({ error: { message: 'Upstream service temporarily unavailable', type: 'upstream_error' } }), asks: 'mask', ends: 'provider-unavailable', calls: 1 },
  'llmgateway-mask': { source: 'theopenco/llmgateway#1756', models: 'openai/gpt-image-2', refuses: ['mask'], error: (name) => openAi(`${name} is not yet supported`, { param: name }), asks: 'mask', ends: 'done', calls: 2 },
  'vercel-mask': { source: 'vercel/ai#14360: takes a mask and changes everything', models: 'openai/gpt-image-1', asks: 'mask', ...done },
  'localai-size': { source: 'mudler/LocalAI#2430: one size for all requests', models: 'sd3.5-large', asks: 'band', ...done },
  'base64-url': { source: 'RFC 4648, section 5', models: 'gpt-image-2', answer: { b64_json: image.toString('base64url') }, ...done },
}

/** Answers a call to a dialect's server. Returns whether it made an image. */
export function answerDialect(
  name: string,
  path: string,
  text: string,
  response: ServerResponse,
): boolean {
  const dialect = dialects[name]
  if (!dialect) throw new Error(`no dialect ${name}`)
  const send = (status: number, body: object | string) => {
    const type = typeof body === 'string' ? 'text/plain' : 'application/json'
    response
      .writeHead(status, { 'content-type': type })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
    return status === 200
  }
  if (dialect.lacks && path.endsWith(dialect.lacks)) return send(404, '404 page not found')
  const body: Record<string, unknown> = path.endsWith('/generations')
    ? JSON.parse(text)
    : readFields(text)
  const { error = unknownParameter, status = 400, answer = { b64_json: base64 } } = dialect
  const refused =
    dialect.refusesModels?.find((model) => body.model === model) ??
    dialect.refuses?.find((parameter) => body[parameter] !== undefined)
  if (refused !== undefined) return send(status, error(refused, String(body.prompt)))
  return send(200, { data: [answer], usage: { total_tokens: 1000 } })
}

function readFields(form: string): Record<string, unknown> {
  return Object.fromEntries(
    Array.from(
      form.matchAll(/name="(\w+)"[^\r]*\r\n(?:Content-Type[^\r]*\r\n)?\r\n([^\r]*)/g),
      ([, name, value]) => [name, value],
    ),
  )
}
