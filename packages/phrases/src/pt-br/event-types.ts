/** Types of events. */
export const eventTypes = {
  'eventType.commandResult': 'Resultado de comando',
  'eventType.queuedCommandSent': 'Comando em fila enviado',
  'eventType.deviceOnline': 'Online',
  'eventType.deviceOffline': 'Offline',
  'eventType.deviceUnknown': 'Desconhecido',
  'eventType.deviceInactive': 'Dispositivo inativo',
  'eventType.deviceMoving': 'Em movimento',
  'eventType.deviceStopped': 'Parado',
  'eventType.deviceOverspeed': 'Excesso de velocidade',
  'eventType.deviceFuelDrop': 'Queda de combustível',
  'eventType.deviceFuelIncrease': 'Abastecimento',
  'eventType.geofenceEnter': 'Entrada em cerca',
  'eventType.geofenceExit': 'Saída de cerca',
  'eventType.alarm': 'Alarme',
  'eventType.ignitionOn': 'Ignição ligada',
  'eventType.ignitionOff': 'Ignição desligada',
  'eventType.maintenance': 'Manutenção necessária',
  'eventType.driverChanged': 'Troca de motorista',
  'eventType.textMessage': 'Mensagem de texto',
  'eventType.duplicateIdentifier': 'Dois rastreadores com o mesmo identificador',
  'eventType.suspectedJamming': 'Suspeita de jammer',
  'eventType.suspectedTow': 'Suspeita de reboque',
};

export type EventTypesKey = keyof typeof eventTypes;
