/** A protocol's page, made of the registry, of its vectors, and of its settings. */

import { protocolSettings } from '@atalaia/domain/devices/protocol-settings';
import { markdownTable } from '@atalaia/fixtures/markdown-table';
import { phrasesFor } from '@atalaia/phrases/phrases';
import type { Protocol } from '@atalaia/protocols/protocol';
import { summaryOf, type VectorSummary } from './vector-summary.ts';

const phrases: Readonly<Record<string, string>> = phrasesFor('en');

const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
const words = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

/** Text between two headings; the last one ends with a line feed. */
const section = (title: string, body: string) => `## ${title}\n\n${body}`;

/** `5027 TCP and UDP` */
export function portText({ port, transports }: Protocol): string {
  return `${port} ${transports.map((transport) => transport.toUpperCase()).join(' and ')}`;
}

function readText({ facts }: Protocol, { messages, attributes, alarms, network }: VectorSummary): string {
  const lines = [
    `Messages: ${messages.join(', ')}`,
    ...(attributes.length > 0 ? [`Attributes: ${words(attributes)}`] : []),
    ...(alarms.length > 0 ? [`Alarms: ${words(alarms)}`] : []),
    ...(network ? ['Cell towers or Wi-Fi points heard'] : []),
  ];
  return `${list(facts.reads)}\n\nWhat its vectors tell; an attribute with a number stands for all of its kind:\n\n${list(lines)}`;
}

function commandText({ commands }: Protocol): string {
  if (!commands) return 'None: the protocol has no way to its trackers.';
  const types = words(commands.types.toSorted());
  if (commands.silentTypes.length === 0) return `${types}.`;
  return `${types}.\n\nObeyed without an answer: ${words(commands.silentTypes.toSorted())}.`;
}

function settingText({ name }: Protocol): string {
  const own = protocolSettings.filter(({ protocols }) => (protocols as readonly string[]).includes(name));
  if (own.length === 0) return 'None.';
  const rows = own.map(({ key, kind }) => {
    const [label, help] = [phrases[`protocolSetting.${key}`], phrases[`protocolSetting.${key}.help`]];
    return `- \`${key}\` (${kind}), ${label}. ${help}`;
  });
  return `Attributes of the device, in its form under “Protocol”:\n\n${rows.join('\n')}`;
}

/** The whole page as Markdown. */
export function pageOf(protocol: Protocol): string {
  const { name, facts, idleTimeoutMs, maxFrameBytes } = protocol;
  const summary = summaryOf(protocol);
  const parts = [
    `# ${name}\n\n<!-- made by npm run -s docs:protocols; edit ${name}/${name}.ts and the vectors instead -->`,
    `Port ${portText(protocol)}. A connection that is silent for ${idleTimeoutMs / 60_000} minutes is ended; a frame has at most ${maxFrameBytes.toLocaleString('en')} bytes. ${summary.vectors} vectors.`,
    section('Models', list(facts.models)),
    section('What is read', readText(protocol, summary)),
    section('What can be commanded', commandText(protocol)),
    section('Settings of a device', settingText(protocol)),
    section('Sources', list(facts.sources)),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The list of all pages. */
export function indexOf(protocols: readonly Protocol[]): string {
  const rows = protocols.map((protocol) => {
    const { name, facts, commands } = protocol;
    const makers = [...new Set(facts.models.map((line) => line.split(/[:,(]/)[0]?.trim()))].join('; ');
    return [`[${name}](${name}.md)`, portText(protocol), makers, String(commands?.types.length ?? 0)];
  });
  return `# Tracker protocols

<!-- made by npm run -s docs:protocols -->

What each reads and commands, from the registry (\`packages/protocols/src/registry.ts\`) and the vectors beside each protocol.
\`npm run -s decode -- PROTOCOL\` reads what a tracker sent; \`npm run fuzz -- PROTOCOL SECONDS\` throws at it what nobody sent.

${markdownTable(['protocol', 'port', 'models', 'kinds of commands'], rows)}
`;
}
