import { drawPng } from '../testing.ts'

// Answers and refusals as the servers' documents show them (docs/providers.md). The side of a picture tells
// which one was drawn; a reference is larger than the design, so that the largest is not enough.
export const sides = { design: 320, thumbnail: 256, reference: 400 }
export const pictures = {
  design: drawPng(sides.design),
  thumbnail: drawPng(sides.thumbnail),
  reference: drawPng(sides.reference),
}
export const address = 'https://images.provider.test/design.png'
const base64 = pictures.design.toBase64()
const small = pictures.thumbnail.toBase64()
const sent = pictures.reference.toBase64()
const dataUrl = `data:image/png;base64,${base64}`
const elsewhere = 'https://provider.test/elsewhere'

interface AnswerRow {
  server: string
  body: object | string | Uint8Array<ArrayBuffer>
  type?: string
  headers?: Record<string, string>
}

const lines = (...values: object[]) => values.map((value) => JSON.stringify(value)).join('\n')
const events = (...list: [string, object | string][]) =>
  list
    .map(
      ([name, data]) =>
        `event: ${name}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
    )
    .join('')

// biome-ignore format: one row, one line
export const answers: AnswerRow[] = [
  { server: 'OpenAI', body: { created: 1, background: 'opaque', data: [{ b64_json: base64 }], usage: { total_tokens: 7 } } },
  { server: 'OpenAI', body: { id: 'r', output: [{ type: 'reasoning', summary: [] }, { type: 'image_generation_call', status: 'completed', result: base64 }] } },
  { server: 'Azure OpenAI', body: { created: 1, data: [{ b64_json: base64, content_filter_results: { hate: { filtered: false, severity: 'safe' } }, prompt_filter_results: { profanity: { detected: false, filtered: false } } }] } },
  { server: 'Gemini', body: { candidates: [{ content: { role: 'model', parts: [{ text: 'Here it is' }, { inlineData: { mimeType: 'image/png', data: base64 } }] }, finishReason: 'STOP' }] } },
  { server: 'Gemini', body: { candidates: [{ content: { parts: [{ thought: true, inlineData: { mimeType: 'image/png', data: sent } }, { inlineData: { mimeType: 'image/png', data: base64 }, thoughtSignature: sent }] } }] } },
  { server: 'Vertex AI', body: { predictions: [{ mimeType: 'image/png', bytesBase64Encoded: base64 }] } },
  { server: 'Replicate', body: { id: 'p', input: { prompt: 'x', image: `data:image/png;base64,${sent}` }, output: [address], status: 'succeeded', urls: { get: elsewhere, cancel: elsewhere, stream: elsewhere } } },
  { server: 'Replicate', body: { id: 'p', input: { image: elsewhere }, output: address, status: 'succeeded', urls: { get: elsewhere } } },
  { server: 'fal', body: { images: [{ url: address, width: 320, height: 320, content_type: 'image/png' }], timings: {}, seed: 1, has_nsfw_concepts: [false], prompt: 'x' } },
  { server: 'fal', body: { image: { url: dataUrl, file_name: 'a.png' }, seed: 1 } },
  { server: 'Together', body: { id: 'o', model: 'm', object: 'list', data: [{ index: 0, url: null, b64_json: base64, type: 'b64_json' }] } },
  { server: 'Stability', body: { image: base64, finish_reason: 'SUCCESS', seed: 1 } },
  { server: 'Stability', body: { artifacts: [{ base64, seed: 1, finishReason: 'SUCCESS' }] } },
  { server: 'Amazon Bedrock', body: { seeds: [1], finish_reasons: [null], images: [base64] } },
  { server: 'xAI', body: { data: [{ url: address, mime_type: 'image/jpeg', revised_prompt: '', respect_moderation: true }], usage: { cost_in_usd_ticks: 1 } } },
  { server: 'DashScope', body: { output: { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: [{ image: address }] } }] }, usage: { width: 320 }, request_id: 'r' } },
  { server: 'DashScope', body: { output: { task_id: 't', task_status: 'SUCCEEDED', results: [{ orig_prompt: 'x', actual_prompt: 'y', url: address }] }, request_id: 'r' } },
  { server: 'SiliconFlow', body: { images: [{ url: address }], timings: { inference: 1 }, seed: 1, shared_id: '0', data: [{ url: address }], created: 1 } },
  { server: 'Ideogram', body: { created: '2026-01-01', data: [{ prompt: 'x', resolution: '1024x1024', is_image_safe: true, seed: 1, url: address, style_type: 'GENERAL' }] } },
  { server: 'Black Forest Labs', body: { id: 'b', status: 'Ready', result: { sample: address, prompt: 'x', seed: 1 }, progress: null, details: null, preview: null } },
  { server: 'Recraft', body: { created: 1, credits: 40, data: [{ image_id: 'i', url: address, features: null }] } },
  { server: 'Recraft', body: { image: { image_id: 'i', url: address } } },
  { server: 'Leonardo', body: { generations_by_pk: { generated_images: [{ url: address, nsfw: false, id: 'i', likeCount: 0 }], initStrength: null, status: 'COMPLETE' } } },
  { server: 'Workers AI', body: { result: { image: base64 }, success: true, errors: [], messages: [] } },
  { server: 'Hugging Face', body: pictures.design, type: 'image/png' },
  { server: 'Ollama', body: lines({ model: 'x', completed: 1, total: 2, done: false }, { model: 'x', image: base64, done: true }), type: 'application/x-ndjson' },
  { server: 'LocalAI', body: { created: 1, id: 'l', data: [{ embedding: null, index: 0, url: '/generated-images/b.png' }], usage: { total_tokens: 0 } } },
  { server: 'vLLM-Omni', body: { choices: [{ index: 0, message: { role: 'assistant', content: [{ type: 'image_url', image_url: { url: dataUrl } }] } }] } },
  { server: 'OpenRouter', body: { choices: [{ message: { content: 'Here', images: [{ type: 'image_url', image_url: { url: dataUrl } }] } }] } },
  { server: 'OpenRouter', body: `: OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n${JSON.stringify({ data: [{ b64_json: base64 }] }, null, 2)}` },
  { server: 'Adobe Firefly', body: { size: { width: 320, height: 320 }, outputs: [{ seed: 1, image: { url: address } }] } },
  { server: 'Runware', body: { data: [{ taskType: 'imageInference', taskUUID: 't', imageUUID: 'i', imageURL: address, cost: 0.1 }] } },
  { server: 'stable-diffusion-webui', body: { images: [base64], parameters: { prompt: 'x', init_images: [sent] }, info: '{"prompt":"x"}' } },
  { server: 'Volcengine', body: { code: 10000, data: { binary_data_base64: [base64], image_urls: null, algorithm_base_resp: { status_code: 0 } }, message: 'Success' } },
  { server: 'RunPod', body: { id: 'r', status: 'COMPLETED', delayTime: 1, output: { images: [{ filename: 'a.png', type: 'base64', data: base64 }] } } },
  { server: 'DeepInfra', body: { images: [dataUrl], nsfw_content_detected: [false], seed: 1, inference_status: { status: 'succeeded' } } },
  { server: 'MiniMax', body: { id: 'm', data: { image_base64: [base64] }, metadata: { success_count: '1' }, base_resp: { status_code: 0, status_msg: 'success' } } },
  { server: 'Zhipu', body: { created: 1, data: [{ url: address }], content_filter: [{ role: 'assistant', level: 3 }] } },
  { server: 'Qianfan', body: { id: 'q', created: 1, data: [{ b64_image: base64 }] } },
  { server: 'Kling', body: { code: 0, message: 'SUCCEED', data: { task_id: 't', task_status: 'succeed', task_result: { images: [{ index: 0, url: address }] } } } },
  { server: 'MiniMax', body: events(['image_generation.partial_succeeded', { type: 'image_generation.partial_succeeded', image_index: 0, url: address, size: '320x320' }], ['image_generation.completed', { type: 'image_generation.completed', usage: { generated_images: 1 } }]), type: 'text/event-stream' },
  // What no document promises, and a gateway may do.
  { server: 'a gateway', body: { job: { status: 'done', successInfo: { images: [{ id: 'i', url: address }] } } } },
  { server: 'a gateway', body: { images: [{ url: elsewhere, width: 256, height: 256 }, { url: address, width: 320, height: 320 }] } },
  { server: 'a gateway', body: { success: true, code: 200, payload: { data: [{ b64_json: base64 }] } } },
  { server: 'a gateway', body: { data: JSON.stringify([{ b64_json: base64.replace(/.{76}/g, '$&\r\n') }]) } },
  { server: 'a gateway', body: { data: [null, { b64_json: 'None', url: address }] } },
  { server: 'a gateway', body: { data: [{ thumbnail: small, b64_json: base64 }] } },
  { server: 'a gateway', body: { preview_url: elsewhere, thumb: small, data: [{ thumbnail_url: elsewhere, url: address }] } },
  { server: 'a gateway', body: { images: [{ b64_json: small }, { b64_json: base64 }] } },
  { server: 'a gateway', body: { init_image: sent, source_image: sent, data: [{ input_image: sent, b64_json: base64 }] } },
  { server: 'a gateway', body: { image: sent, images: [sent], request: { image: sent }, data: [{ b64_json: base64 }] } },
  { server: 'a gateway', body: { options: { images: [sent] }, job: { output: { url: address } } } },
  { server: 'a gateway', body: events(['progress', { step: 1, preview_image: small }], ['progress', { type: 'progress', image: small }], ['complete', { image: base64 }]), type: 'text/event-stream' },
  { server: 'a gateway', body: events(['message', { b64_json: small }], ['message', { b64_json: base64 }], ['message', '[DONE]']), type: 'text/event-stream' },
  { server: 'a gateway', body: { error: { code: 'late' }, data: [{ b64_json: base64 }] } },
  { server: 'a gateway', body: { data: { url: dataUrl }, url: elsewhere } },
  { server: 'OpenAI', body: events(['image_generation.partial_image', { type: 'image_generation.partial_image', partial_image_index: 0, b64_json: small }], ['x', { type: 'image_edit.completed', b64_json: base64 }]), type: 'text/event-stream' },
  { server: 'a gateway', body: events(['error', { error: { code: 'hiccup' } }], ['image', '{"b64_'], ['image', { data: [{ b64_json: base64 }] }]), type: 'text/event-stream' },
  { server: 'a gateway', body: events(['message', { type: 'done', response: { image: base64 } }]), type: 'text/plain' },
  { server: 'a gateway', body: lines({ status: 'queued' }, { status: 'done', data: [{ b64_json: base64 }] }) },
]

interface RefusalRow extends AnswerRow {
  status: number
  /** What the member is told. */
  problem: string
}

const moderated = { problem: 'moderation-blocked' }
const words = { problem: 'words-refused' }
const exhausted = { problem: 'provider-exhausted' }
const misconfigured = { problem: 'provider-misconfigured' }
const unreadable = { problem: 'provider-unreadable' }
const unavailable = { problem: 'provider-unavailable' }

// biome-ignore format: one row, one line
export const refusals: RefusalRow[] = [
  { server: 'xAI', status: 403, body: { code: 'The caller does not have permission to execute the specified operation', error: 'Content violates usage guidelines. Team: t, API key ID: k, Model: grok, Failed check: SAFETY_CHECK_TYPE_BIO' }, ...moderated },
  { server: 'xAI', status: 403, body: { code: 'permission', error: 'Your words break our usage rules. Failed safety check.' }, ...moderated },
  { server: 'xAI', status: 200, body: { data: [{ b64_json: '', respect_moderation: false }] }, ...moderated },
  { server: 'DashScope', status: 400, body: { code: 'DataInspectionFailed', message: 'Output data may contain inappropriate content.', request_id: 'r' }, ...moderated },
  { server: 'DashScope', status: 400, body: { error: { code: 'data_inspection_failed', message: 'The input may be inappropriate.' } }, ...moderated },
  { server: 'Vertex AI', status: 400, body: { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'No picture: the result was blocked, it may be against our policies.' } }, ...moderated },
  { server: 'Vertex AI', status: 200, body: { predictions: [{ raiFilteredReason: 'Unable to show generated images. All images were filtered out because they violated usage guidelines.' }] }, ...moderated },
  { server: 'Gemini', status: 200, body: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, candidates: [] }, ...moderated },
  { server: 'Stability', status: 403, body: { id: 'i', name: 'content_moderation', errors: ['Your request was flagged by our content moderation system.'] }, ...moderated },
  { server: 'Stability', status: 200, body: { artifacts: [{ base64: small, finishReason: 'CONTENT_FILTERED', seed: 1 }] }, ...moderated },
  { server: 'Stability', status: 200, body: pictures.thumbnail, type: 'image/png', headers: { 'finish-reason': 'CONTENT_FILTERED' }, ...moderated },
  { server: 'Reve', status: 200, body: { image: small, content_violation: true, request_id: 'r' }, ...moderated },
  { server: 'MiniMax', status: 200, body: { id: '', data: null, base_resp: { status_code: 1026, status_msg: 'input new_sensitive' } }, ...moderated },
  { server: 'Runway', status: 200, body: { id: 'r', status: 'FAILED', failure: 'No image.', failureCode: 'SAFETY.INPUT.TEXT' }, ...moderated },
  { server: 'fal', status: 200, body: { images: [{ url: elsewhere }], has_nsfw_concepts: [true], seed: 1 }, ...moderated },
  { server: 'Black Forest Labs', status: 200, body: { id: 'b', status: 'Content Moderated', result: null, preview: null }, ...moderated },
  { server: 'fal', status: 422, body: { detail: [{ loc: ['body', 'prompt'], msg: 'The content could not be processed because it contained material flagged by a content checker.', type: 'content_policy_violation', input: { prompt: 'x', size: '1024x1024' } }] }, ...moderated },
  { server: 'Ideogram', status: 200, body: { data: [{ prompt: 'x', resolution: '1024x1024', is_image_safe: false, seed: 1, url: '' }] }, ...moderated },
  { server: 'Ideogram', status: 400, body: { error: 'Prompt provided failed safety check due to the inclusion of prohibited content.' }, ...moderated },
  { server: 'Volcengine', status: 400, body: { error: { code: 'InputTextSensitiveContentDetected', message: 'The request failed because the input text may contain sensitive information.' } }, ...moderated },
  { server: 'Volcengine', status: 200, body: events(['image_generation.partial_failed', { type: 'image_generation.partial_failed', image_index: 0, error: { code: 'OutputImageSensitiveContentDetected', message: 'It may contain sensitive information.' } }], ['image_generation.completed', { type: 'image_generation.completed', usage: { generated_images: 0 } }]), type: 'text/event-stream', ...moderated },
  { server: 'OpenAI', status: 400, body: { error: { message: 'We cannot help with that.', type: 'image_generation_user_error', param: null, code: null } }, ...words },
  { server: 'Zhipu', status: 400, body: { error: { code: '1301', message: '系统检测到输入或生成内容可能包含不安全或敏感内容' } }, ...words },
  { server: 'Volcengine', status: 400, body: { code: 50412, message: 'Text Risk Not Pass', request_id: 'r' }, ...words },
  { server: 'a gateway', status: 403, body: 'This request is not allowed under our acceptable use terms.', type: 'text/plain', ...words },
  { server: 'a gateway', status: 403, body: { error: { message: 'Permission denied: we do not draw these words.', code: 'permission_denied' } }, ...words },
  { server: 'a gateway', status: 403, body: '<html><h1>Forbidden</h1></html>', type: 'text/html', ...words },
  { server: 'a gateway', status: 406, body: { message: 'Not acceptable' }, ...words },
  { server: 'a gateway', status: 451, body: '', type: 'text/plain', ...words },
  { server: 'Black Forest Labs', status: 402, body: { detail: 'Insufficient credits. Please add credits to continue.' }, ...exhausted },
  { server: 'DeepInfra', status: 402, body: { error: { message: 'Not enough balance' } }, ...exhausted },
  { server: 'SiliconFlow', status: 403, body: { code: 30001, message: 'Sorry, your account balance is insufficient', data: null }, ...exhausted },
  { server: 'xAI', status: 403, body: { code: 'The caller does not have permission to execute the specified operation', error: "Your newly created team doesn't have any credits or licenses yet." }, ...exhausted },
  { server: 'MiniMax', status: 200, body: { id: '', data: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }, ...exhausted },
  { server: 'OpenAI', status: 401, body: { error: { message: 'Incorrect API key provided: sk-x.', type: 'invalid_request_error', code: 'invalid_api_key', param: null } }, ...misconfigured },
  { server: 'OpenAI', status: 403, body: { error: { message: 'Your organization must be verified to use the model `gpt-image-2`.', type: 'invalid_request_error', code: null, param: null } }, ...misconfigured },
  { server: 'Vertex AI', status: 403, body: { error: { code: 403, message: "Permission 'aiplatform.endpoints.predict' denied on resource (or it may not exist).", status: 'PERMISSION_DENIED' } }, ...misconfigured },
  { server: 'a gateway', status: 409, body: { error: { message: 'The request conflicts with another one.', code: 'conflict' } }, ...unavailable },
  { server: 'Replicate', status: 200, body: { id: 'p', input: { image: `data:image/png;base64,${sent}` }, output: null, status: 'processing', urls: { get: elsewhere } }, ...unreadable },
  { server: 'Black Forest Labs', status: 200, body: { id: 'b', polling_url: elsewhere }, ...unreadable },
  { server: 'fal', status: 200, body: { request_id: 'r', response_url: elsewhere, status_url: elsewhere, cancel_url: elsewhere }, ...unreadable },
  { server: 'a gateway', status: 200, body: { images: [{ id: 'i', thumbnailUrl: elsewhere, fullSizeUrl: address }] }, ...unreadable },
  { server: 'a gateway', status: 200, body: { output: { original: address, thumbnail: small } }, ...unreadable },
  { server: 'a gateway', status: 200, body: '<html>Welcome</html>', type: 'text/html', ...unreadable },
  { server: 'a gateway', status: 200, body: { task: { args: { image: sent } }, reference: sent }, ...unreadable },
  { server: 'a gateway', status: 200, body: { data: [] }, problem: 'no-image' },
]

export function respond(row: AnswerRow & { status?: number }): Response {
  const { body, type, status = 200 } = row
  const isObject = typeof body === 'object' && !(body instanceof Uint8Array)
  const headers = { 'content-type': type ?? 'application/json', ...row.headers }
  return new Response(isObject ? JSON.stringify(body) : body, { status, headers })
}
