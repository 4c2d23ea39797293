import type { ChatModel, ChatReply, ChatRequest } from '../../../../src/models/chat/chat-model.ts';
import type { EvidenceText, ModelCall } from '../../../../src/models/ports.ts';

export const evidence: readonly EvidenceText[] = [
  { spanId: 'dam-1', path: 'dam.md', heading: 'The dam', text: 'The dam was built in 1931 by Ada Brook.', relevance: 0.9 },
  { spanId: 'dam-2', path: 'dam.md', heading: 'The dam', text: 'Heavy rain caused the spillway to fail in 1954.', relevance: 0.6 },
  { spanId: 'log-1', path: 'log.md', heading: '', text: 'The dam was finished in 1933.', relevance: 0.5 },
];
export const question = 'When was the dam built?';

export const goodAnswer = {
  found: true,
  answer: '1931',
  statement: 'The dam was built in 1931.',
  type: 'date',
  claims: [{ text: 'The dam was built in 1931.', evidence: ['E1'] }],
  rationale: 'E1 says so.',
  key_evidence: ['E1'],
  conflicts: [['E1', 'E3']],
};

/** Replies in order; the last one again and again. Keeps what it was asked. */
export function scripted(...replies: readonly (string | Partial<ChatReply>)[]): {
  readonly model: ChatModel;
  readonly asked: ChatRequest[];
} {
  const asked: ChatRequest[] = [];
  return {
    asked,
    model: {
      identity: { id: 'm', provider: 'openai', version: 'host', local: true },
      complete(request) {
        const reply = replies[Math.min(asked.length, replies.length - 1)] ?? '';
        asked.push(request);
        return Promise.resolve({
          text: '',
          logProbability: null,
          truncated: false,
          ...(typeof reply === 'string' ? { text: reply } : reply),
        });
      },
    },
  };
}

/** A call that counts its rounds and keeps its notes. */
export function counting(): { readonly call: ModelCall; readonly rounds: () => number; readonly notes: string[] } {
  let rounds = 0;
  const notes: string[] = [];
  return {
    call: {
      seed: 7,
      usage: {
        add: () => undefined,
        round: () => {
          rounds += 1;
        },
      },
      warn: (note) => notes.push(note),
    },
    rounds: () => rounds,
    notes,
  };
}
