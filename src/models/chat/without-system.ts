import type { ChatMessage } from './chat-model.ts';

/** For models without a system role: what a system message says is said at the head of the first user message. */
export function withoutSystem(messages: readonly ChatMessage[]): { readonly role: 'user' | 'assistant'; readonly content: string }[] {
  const system = messages
    .filter((message) => message.role === 'system')
    .map((message) => message.content)
    .join('\n\n');
  const rest = messages.flatMap(({ role, content }) => (role === 'system' ? [] : [{ role, content }]));
  const first = rest.findIndex((message) => message.role === 'user');
  if (system === '') return rest;
  if (first < 0) return [{ role: 'user', content: system }, ...rest];
  return rest.map((message, index) => (index === first ? { ...message, content: `${system}\n\n${message.content}` } : message));
}
