/** Sending commands, one or many. */
export const commands = {
  'command.title': 'Novo Comando',
  'command.devices': 'Dispositivos',
  'command.groups': 'Grupos',
  'command.type': 'Tipo',
  'command.typeRequired': 'Type é necessário',
  'command.textChannel': 'Enviar por SMS',
  'command.description': 'Descrição',
  'command.send': 'Enviar',
  'command.sent': 'Comando enviado ao equipamento.',
  'command.queued':
    'O equipamento está desconectado: o comando ficou na fila e será enviado quando ele se conectar.',
  'command.expired': 'O comando em fila venceu sem ser enviado.',
  'commandState.queued': 'na fila',
  'commandState.sent': 'enviado',
  'commandState.answered': 'respondido',
  'commandState.failed': 'falhou',
  'commandState.expired': 'venceu na fila',
  'command.batchSent': 'Comandos enviados para execução com sucesso!',
  'command.batchInvalid': 'Ops! Verifique os campos e tente novamente.',
  'command.noPhone': 'O dispositivo não tem telefone cadastrado: o SMS não foi enviado.',
  'command.noSmsChannel': 'O canal de SMS não está configurado no servidor.',
  'command.tooFast': 'O veículo está acima da velocidade permitida para bloqueio.',
};

export type CommandsKey = keyof typeof commands;
