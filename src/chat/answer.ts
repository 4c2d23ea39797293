import { shown, t } from '../base/language.ts';
import type { CausalAnswer } from '../contract/causal.ts';
import type { Citation } from '../contract/citation.ts';
import type { AuditReport } from '../contract/report.ts';
import { markdownText as text } from '../export/escape.ts';
import type { OutlinedCause } from '../export/causes.ts';
import { type OutlinedEvidence, outlineOf } from '../export/outline.ts';
import { oneLine, placeInDocument } from '../export/words.ts';
import { seenLine } from '../contract/seen-quote.ts';

/** What a chat shows, in order: Markdown in which nothing of a document acts, and places that open at their words. */
export type ChatPart =
  { readonly kind: 'markdown'; readonly text: string } | { readonly kind: 'place'; readonly citation: Citation; readonly label: string };

/** An audit as an answer in a chat: status first, then what answers, then what it rests on. */
export function chatAnswer(report: AuditReport): ChatPart[] {
  const outline = outlineOf(report);
  const { evidence } = outline;
  const parts: ChatPart[] = [markdown(`**${outline.status}.** ${outline.remarks.map(text).join(' ')}\n\n`)];
  if (outline.lead !== '') parts.push(markdown(`*${text(outline.lead)}*\n\n`));
  if (outline.short !== '') parts.push(markdown(`**${text(outline.short)}**\n\n`));
  for (const { quote, marker } of outline.parts)
    parts.push(markdown(`> ${text(oneLine(quote))} `), ...marked(evidence, marker), markdown('\n\n'));
  if (outline.statement !== '')
    parts.push(
      markdown(`> ${text(oneLine(outline.statement))} `),
      ...evidence.flatMap(({ marker }) => marked(evidence, marker)),
      markdown('\n\n'),
    );
  if (outline.atoms.length > 0)
    parts.push(
      markdown(`${outline.atoms.map(({ kind, text: words, words: said }) => `- ${kind}: ${text(words)} – ${text(said)}`).join('\n')}\n\n`),
    );
  parts.push(...causalParts(outline.causes, report.causal));
  if (evidence.length > 0)
    parts.push(markdown(`**${outline.evidenceTitle}**\n\n`), ...evidence.flatMap((item) => listed(item.citation, item.marker)));
  if (outline.counterEvidence.length > 0)
    parts.push(
      markdown(`\n**${t('Evidence on the other side')}**\n\n`),
      ...outline.counterEvidence.flatMap((item) => listed(item.citation, null)),
    );
  for (const { a, b, explanation } of report.conflicts)
    parts.push(
      markdown(`\n**${t('Conflict:')}** ${text(oneLine(shown(explanation)))} (`),
      place(a),
      markdown(' ↔ '),
      place(b),
      markdown(')\n'),
    );
  return parts;
}

/** Why the other answer was not given: from what the audit found, nothing is asked again. */
export function chatWhyNot(report: AuditReport): ChatPart[] {
  const { conflicts, trap, drafts, counterEvidence } = report;
  const parts: ChatPart[] = [];
  for (const { a, b, explanation } of conflicts)
    parts.push(
      markdown(`${t('The documents disagree: {0}', text(oneLine(shown(explanation))))}.\n\n- `),
      place(a),
      markdown(`: “${text(seenLine(a))}”\n- `),
      place(b),
      markdown(`: “${text(seenLine(b))}”\n\n`),
    );
  if (counterEvidence?.sufficient === true)
    parts.push(
      markdown(`${t('There is sufficient evidence on the other side:')}\n\n`),
      ...counterEvidence.minimal.flatMap((item) => listed(item.citation, null)),
    );
  const others = [
    ...new Set(
      drafts
        .filter((draft) => !draft.selected && draft.text !== '' && draft.text !== report.answer.text)
        .map((draft) => oneLine(draft.text)),
    ),
  ];
  if (others.length > 0)
    parts.push(
      markdown(
        `${t(
          'Drafts from parts of the evidence also said: {0}.',
          others
            .slice(0, 3)
            .map((other) => `“${text(other)}”`)
            .join(', '),
        )}\n\n`,
      ),
    );
  if (trap !== null)
    parts.push(
      markdown(
        `${trap.rival === null ? '' : `${t('The strongest rival was “{0}”.', text(oneLine(trap.rival)))} `}${text(shown(trap.explanation))}\n\n`,
      ),
    );
  return parts.length > 0 ? parts : [markdown(t('No other answer was found in the documents.'))];
}

/** The chains of causes that the documents state, each step with its sentence. */
function causalParts(causes: readonly OutlinedCause[], causal: CausalAnswer | null): ChatPart[] {
  if (causes.length === 0) return [];
  return [
    markdown(`**${t('Causes that the documents state')}**\n\n`),
    ...causes.flatMap(({ chain, steps }) => [
      markdown(`- ${text(chain)} `),
      ...steps.flatMap(({ citation, isHedged }) => [place(citation), markdown(isHedged ? ` (${t('hedged')}) ` : ' ')]),
      markdown('\n'),
    ]),
    ...(causal?.interventions ?? []).slice(0, 2).map(({ reason }) => markdown(`\n${text(oneLine(shown(reason)))}\n`)),
    markdown('\n'),
  ];
}

function marked(evidence: readonly OutlinedEvidence[], marker: number | null): ChatPart[] {
  const item = evidence.find((entry) => entry.marker === marker);
  return item === undefined ? [] : [{ kind: 'place', citation: item.citation, label: `[${item.marker}]` }];
}

function listed(citation: Citation, marker: number | null): ChatPart[] {
  return [markdown(`- ${marker === null ? '' : `[${marker}] `}`), place(citation), markdown(`: “${text(seenLine(citation))}”\n`)];
}

function place(citation: Citation): ChatPart {
  const name = citation.path.split('/').at(-1) ?? citation.path;
  return { kind: 'place', citation, label: `${name}, ${placeInDocument(citation)}` };
}

function markdown(words: string): ChatPart {
  return { kind: 'markdown', text: words };
}
