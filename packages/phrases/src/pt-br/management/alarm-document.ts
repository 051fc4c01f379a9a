/** The history of an alarm as a document for the customer. */
export const alarmDocument = {
  'document.lackingLetters': 'Um □ está no lugar de uma letra que a fonte deste documento não tem.',
  'alarmDocument.title': 'Histórico do atendimento',
  'alarmDocument.issuedAt': 'Emitido em {{date}}',
  'alarmDocument.what': 'O que aconteceu',
  'alarmDocument.alarm': 'Alarme',
  'alarmDocument.vehicle': 'Veículo',
  'alarmDocument.customer': 'Cliente',
  'alarmDocument.opened': 'Início',
  'alarmDocument.closed': 'Fim',
  'alarmDocument.open': 'Em atendimento',
  'alarmDocument.outcome': 'Desfecho',
  'alarmDocument.place': 'Local',
  'alarmDocument.events': 'Eventos do veículo ({{count}})',
  'alarmDocument.done': 'O que foi feito',
  'alarmDocument.call': 'Ligação para {{name}}: {{outcome}}',
  'alarmDocument.command': 'Comando ao veículo: {{command}} ({{state}})',
  'alarmDocument.act.open': 'A central recebeu o alarme',
  'alarmDocument.act.claim': 'Um operador assumiu o atendimento',
  'alarmDocument.act.normalise': 'O veículo voltou ao normal',
  'alarmDocument.act.case': 'Sinistro aberto',
  'alarmDocument.act.close': 'Atendimento encerrado',
  'alarmDocument.make': 'Documento para o cliente (PDF)',
  'alarmDocument.failed': 'O documento não pôde ser feito. {{reason}}',
};

export type AlarmDocumentKey = keyof typeof alarmDocument;
